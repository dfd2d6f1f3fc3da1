import type { Vocabulary } from './vocabulary.ts';

const list = (text: string): string[] => text.split(';').map((word) => word.trim());

const SPANISH: Vocabulary = {
  subjects: list(
    'El ayuntamiento;La biblioteca pública;Cada solicitante;El equipo técnico;La comisión evaluadora;El centro de salud;Una empresa local',
  ),
  verbs: list('presenta;mejora;prevé;estudia;completa;reduce;financia;amplía'),
  objects: list(
    'los resultados de la encuesta;la calidad del servicio;el calendario de las obras;una oferta adaptada;los gastos de equipamiento;la duración de los trámites;el acceso a los servicios',
  ),
  places: list('San Elías;el valle;Monteferrol;la margen izquierda;Peñalba Norte;la cabecera'),
  units: list('k€;%;m²;agentes;días'),
  topics: list(
    'Contexto general;Metodología;Resultados detallados;Equipamiento;Presupuesto previsto;Dificultades encontradas;Calendario;Perspectivas',
  ),
  rows: list(
    'Personal;Equipamiento;Energía;Desplazamientos;Mantenimiento;Estudios;Comunicación;Reservas;Formación;Seguridad',
  ),
};

const ARABIC: Vocabulary = {
  subjects: list('المكتبة العامة;فريق البحث;المجلس المحلي;كل طالب;المستشفى الجديد;محطة المياه'),
  verbs: list('يقدم;يراجع;يدعم;ينشر;يدرس;يوضح'),
  objects: list('نتائج الدراسة;الخطة السنوية;جودة الخدمات;برامج التدريب;ميزانية المشروع;تقرير السلامة'),
  places: list('المدينة القديمة;الحي الشمالي;المركز الرئيسي;الساحل;القرية'),
  units: list('كم;طن;ساعة;يوم;متر'),
  topics: list('مقدمة;المنهجية;النتائج الرئيسية;الميزانية;التوصيات;الخاتمة;خطة العمل;المراجعة'),
  rows: list('الموظفون;الطاقة;النقل;الصيانة;التدريب;المعدات;الدراسات;الاحتياطي;الأمن;الاتصالات'),
};

const HEBREW: Vocabulary = {
  subjects: list('הספרייה הציבורית;צוות המחקר;המועצה המקומית;כל תלמיד;בית החולים החדש;תחנת המים'),
  verbs: list('מציג;בודק;מממן;מפרסם;מתאר;מרחיב'),
  objects: list('את תוצאות הסקר;את התוכנית השנתית;את איכות השירות;תוכניות הכשרה;את תקציב הפרויקט;דוח בטיחות'),
  places: list('העיר העתיקה;השכונה הצפונית;המרכז הראשי;החוף;הכפר'),
  units: list('טון;שעות;ימים;מטר;קילו'),
  topics: list('מבוא;שיטת המחקר;תוצאות עיקריות;תקציב;המלצות;סיכום;תוכנית עבודה;ביקורת'),
  rows: list('עובדים;אנרגיה;תחבורה;תחזוקה;הדרכה;ציוד;מחקרים;רזרבה;אבטחה;תקשורת'),
};

const CHINESE: Vocabulary = {
  subjects: list('市立图书馆;研究小组;地方委员会;每位学生;新建医院;供水站;项目办公室'),
  verbs: list('公布了;审查了;支持;分析了;说明了;扩大了'),
  objects: list('调查结果和主要结论;年度工作计划;公共服务的质量;员工培训课程;项目预算的执行情况;安全检查报告'),
  places: list('老城区;北部新区;中心广场;沿海地区;东山镇'),
  units: list('公里;吨;小时;天;米'),
  topics: list('概述;研究方法;主要结果;预算安排;建议;结论;工作计划;内部审查'),
  rows: list('人员;能源;交通;维护;培训;设备;研究;储备;安全;通信'),
};

const JAPANESE: Vocabulary = {
  subjects: list('市立図書館は;研究チームは;地方委員会は;すべての学生は;新しい病院は;浄水場は'),
  verbs: list('来年度までに;引き続き;関係者とともに;慎重に;詳しく'),
  objects: list(
    '調査の結果を公表する;年間計画を見直す;サービスの質を改善する;研修の内容を説明する;予算の使い方を検討する;安全報告書を作成する',
  ),
  places: list('旧市街;北地区;中央広場;沿岸部;東山町'),
  units: list('km;トン;時間;日;メートル'),
  topics: list('はじめに;調査の方法;主な結果;予算;提言;まとめ;作業計画;内部監査'),
  rows: list('人件費;エネルギー;交通;保守;研修;設備;調査;予備費;警備;通信'),
};

/** Vocabularies of further languages; each has its own way to join words and to end a sentence. */
export const MORE_LANGUAGES = {
  es: { words: SPANISH, space: ' ', stop: '.' },
  ar: { words: ARABIC, space: ' ', stop: '.' },
  he: { words: HEBREW, space: ' ', stop: '.' },
  zh: { words: CHINESE, space: '', stop: '。' },
  ja: { words: JAPANESE, space: '', stop: '。' },
} as const;
