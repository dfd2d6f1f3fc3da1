export interface LanguageText {
  readonly title: string;
  readonly text: string;
}

/** A short page in each of several languages. They say about the same. */
export const TEXTS: Readonly<Record<string, LanguageText>> = {
  eng: {
    title: 'Report of the harbour office',
    text: 'The harbour office has counted the ships that came in last year. There were 4,812 of them, which is more than in the year before. Most stayed for less than two days; the others waited for cargo. Dredging the northern channel began on 14 March and was costly. Nobody knows what will happen to the old crane in the summer.',
  },
  deu: {
    title: 'Bericht des Hafenamts für Bürger',
    text: 'Das Hafenamt hat die Schiffe gezählt, die im letzten Jahr gekommen sind. Es waren 4.812, und damit war die Zahl größer als im Jahr davor. Die meisten blieben kürzer als zwei Tage; die übrigen warteten auf Ladung. Das Ausbaggern der nördlichen Rinne begann am 14. März und war teuer. Niemand weiß, was nach dem Sommer aus dem alten Kran werden soll.',
  },
  fra: {
    title: 'Rapport du bureau du port à la préfecture',
    text: "Le bureau du port a compté les navires arrivés l'année dernière. Il y en avait 4 812, ce qui est plus que l'année précédente. La plupart sont restés moins de deux jours ; les autres ont attendu leur cargaison. Le dragage du chenal du nord a commencé le 14 mars et a coûté cher. Personne ne sait ce que deviendra la vieille grue après l'été.",
  },
  spa: {
    title: 'Informe de la oficina del puerto',
    text: 'La oficina del puerto contó los barcos que llegaron el año pasado. Fueron 4.812, es decir, muchos más que durante el año anterior. La mayoría se quedó menos de dos días; los demás esperaron su carga. El dragado del canal del norte comenzó el 14 de marzo y costó mucho. Nadie sabe qué pasará con la vieja grúa después del verano.',
  },
  chi_sim: {
    title: '港口办公室年度报告',
    text: '港口办公室统计了去年进港的船只数量。一共有4812艘，比前年更多。大多数船停留不到两天，其余的船在等待货物。北航道的疏浚工程于三月十四日开始，费用很高。没有人知道夏天以后那台旧起重机会怎么样。渔船按年付费，所以没有列入下面的表格。东码头的灯在三月更换，灯光可以照到九海里以外。',
  },
  jpn: {
    title: '港湾局の年次報告',
    text: '港湾局は昨年入港した船の数を数えました。全部で4812隻で、前の年より多くなりました。ほとんどの船は二日も泊まらず、ほかの船は荷物を待ちました。北の水路の工事は三月十四日に始まり、たくさんの費用がかかりました。夏のあとに古いクレーンがどうなるか、だれも知りません。東の桟橋のランプは三月に取り替えられました。',
  },
  jpn_vert: {
    title: '港の古い灯台',
    text: 'この港には百年前に建てられた灯台があります。昔は油のランプを使い、番人が毎晩火をつけました。いまは電気の光が遠くの船まで届きます。夏になると、町の子供たちは階段をのぼって海をながめます。来年の春に壁を白く塗る予定で、費用は役場が払います。冬の嵐で窓が一つこわれましたが、すぐに直されました。',
  },
  chi_tra_vert: {
    title: '港口的舊燈塔',
    text: '這座燈塔是一百年前建造的。從前用油燈，看守人每天晚上點火。現在電燈的光可以照到遠方的船。夏天的時候，城裡的孩子們爬上樓梯看海。明年春天要把牆壁漆成白色，費用由政府支付。冬天的風暴打破了一扇窗戶，很快就修好了。',
  },
  ara: {
    title: 'تقرير مكتب الميناء السنوي',
    text: 'أحصى مكتب الميناء السفن التي وصلت في العام الماضي. كان عددها أكثر من أربعة آلاف سفينة في تلك السنة. بقيت معظم السفن أقل من يومين وانتظرت السفن الأخرى البضائع. بدأ العمل في القناة الشمالية في شهر مارس وكان مكلفا. لا أحد يعرف ماذا سيحدث للرافعة القديمة بعد الصيف.',
  },
};
