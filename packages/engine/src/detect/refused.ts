import { flatOdf } from '../odf/flat.ts';
import type { Signature } from './signature.ts';

/** A type of file that is known and not read. */
export interface RefusedType {
  /** As it follows “The file format is not supported: ”. */
  readonly name: string;
  /** The advice for its owner. */
  readonly advice?: string;
  readonly contentTypes: readonly string[];
  readonly signature: Signature;
}

const EXTRACT = 'Extract it, and convert the documents in it.';
const SPEECH = 'Speech is not transcribed.';
const EXPORT_PDF = 'Export it as PDF.';

function bytes(name: string, contentType: string, patterns: readonly string[], advice?: string): RefusedType {
  return row(name, contentType, { bytes: patterns }, advice);
}

function row(name: string, contentType: string, signature: Signature, advice?: string): RefusedType {
  return { name, contentTypes: [contentType], signature, ...(advice === undefined ? {} : { advice }) };
}

const ARCHIVES: readonly RefusedType[] = [
  bytes('gzip archive', 'application/gzip', ['1f8b'], 'Decompress it first.'),
  bytes('bzip2 archive', 'application/x-bzip2', ["'BZh' .. '1AY&SY'"], 'Decompress it first.'),
  bytes('XZ archive', 'application/x-xz', ["fd '7zXZ' 00"], 'Decompress it first.'),
  bytes('Zstandard archive', 'application/zstd', ['28b52ffd'], 'Decompress it first.'),
  bytes('compressed file (.Z)', 'application/x-compress', ['1f9d', '1fa0'], 'Decompress it first.'),
  bytes('tar archive', 'application/x-tar', ["@257 'ustar'"], EXTRACT),
  bytes('7-Zip archive', 'application/x-7z-compressed', ["'7z' bcaf271c"], EXTRACT),
  bytes('RAR archive', 'application/vnd.rar', ["'Rar!' 1a07"], EXTRACT),
  bytes('cabinet archive', 'application/vnd.ms-cab-compressed', ["'MSCF' 00000000"], EXTRACT),
  bytes('part of a ZIP archive in several files', 'application/zip', ["'PK' 0708"], 'Join its parts first.'),
  bytes('archive of the Unix ar program', 'application/x-archive', ["'!<arch>' 0a"], EXTRACT),
];

const SOUND: readonly RefusedType[] = [
  bytes('audio (MP3)', 'audio/mpeg', ["'ID3'", 'fffb', 'fff3', 'fff2', 'fffa'], SPEECH),
  bytes('audio (WAV)', 'audio/wav', ["'RIFF' ........ 'WAVE'"], SPEECH),
  bytes('audio (FLAC)', 'audio/flac', ["'fLaC'"], SPEECH),
  bytes('audio or video (Ogg)', 'audio/ogg', ["'OggS'"], SPEECH),
  bytes('audio (AIFF)', 'audio/aiff', ["'FORM' ........ 'AIF'"], SPEECH),
  bytes('audio (AU)', 'audio/basic', ["'.snd'"], SPEECH),
  bytes('audio (AMR)', 'audio/amr', ["'#!AMR'"], SPEECH),
  bytes('audio (AAC)', 'audio/aac', ['fff1', 'fff9'], SPEECH),
  bytes('audio (AC-3)', 'audio/ac3', ['0b77'], SPEECH),
  bytes('audio (MIDI)', 'audio/midi', ["'MThd'"]),
  bytes('audio (M4A)', 'audio/mp4', ["@4 'ftypM4A'", "@4 'ftypM4B'", "@4 'ftypM4P'"], SPEECH),
  bytes('video (QuickTime)', 'video/quicktime', ["@4 'ftypqt'", "@4 'moov'", "@4 'mdat'", "@4 'wide'"], SPEECH),
  bytes('raw photograph (Canon CR3)', 'image/x-canon-cr3', ["@4 'ftypcrx'"], 'Export it as JPEG.'),
  bytes('audio or video (MP4)', 'video/mp4', ["@4 'ftyp'"], SPEECH),
  bytes('video (Matroska or WebM)', 'video/x-matroska', ['1a45dfa3'], SPEECH),
  bytes('video (AVI)', 'video/vnd.avi', ["'RIFF' ........ 'AVI'"], SPEECH),
  bytes('video or audio (Windows Media)', 'video/x-ms-asf', ['3026b2758e66cf11'], SPEECH),
  bytes('video (Flash)', 'video/x-flv', ["'FLV' 01"], SPEECH),
  bytes('video (MPEG)', 'video/mpeg', ['000001ba', '000001b3'], SPEECH),
  bytes('Flash film', 'application/x-shockwave-flash', ["'FWS' ..", "'CWS' ..", "'ZWS' .."]),
];

const PICTURES: readonly RefusedType[] = [
  bytes(
    'HEIC picture',
    'image/heic',
    ["@4 'ftyphei'", "@4 'ftypmif1'", "@4 'ftypmsf1'", "@4 'ftyphev'"],
    'Save it as JPEG or PNG. On an iPhone, Settings > Camera > Formats > Most Compatible makes it take JPEG.',
  ),
  bytes('Photoshop picture', 'image/vnd.adobe.photoshop', ["'8BPS' 00"], 'Export it as PNG.'),
  bytes('JPEG XL picture', 'image/jxl', ['ff0a', "0000000c 'JXL '"], 'Save it as PNG or JPEG.'),
  bytes('JPEG 2000 picture', 'image/jp2', ["0000000c 'jP  '", 'ff4fff51'], 'Save it as PNG or JPEG.'),
  bytes('BPG picture', 'image/bpg', ["'BPG' fb"], 'Save it as PNG or JPEG.'),
  bytes('icon', 'image/vnd.microsoft.icon', ['00000100', '00000200', "'icns'"], 'Save it as PNG.'),
  bytes('Windows metafile (WMF)', 'image/wmf', ['d7cdc69a', '010009000003'], 'Save it as PNG.'),
  bytes('enhanced metafile (EMF)', 'image/emf', [`01000000 ${'.. '.repeat(36)} ' EMF'`], 'Save it as PNG.'),
  bytes('DjVu document', 'image/vnd.djvu', ["'AT&TFORM'"], 'Convert it to PDF.'),
];

const DOCUMENTS: readonly RefusedType[] = [
  bytes(
    'Word 6 document or older',
    'application/msword',
    ['dba52d00', '9ba52100', 'fe37', '31be0000'],
    'Save it as DOCX.',
  ),
  bytes('WordPerfect document', 'application/vnd.wordperfect', ["ff 'WPC'"], 'Save it as DOCX.'),
  bytes('PostScript', 'application/postscript', ['c5d0d3c6'], 'Convert it to PDF.'),
  { ...row('PostScript', 'application/postscript', { bytes: ["'%!PS'"], isText: true }, 'Convert it to PDF.') },
  bytes('CHM help file', 'application/vnd.ms-htmlhelp', ["'ITSF'"], 'Extract it, and convert the HTML pages in it.'),
  bytes('Kindle book', 'application/x-mobipocket-ebook', ["@60 'BOOKMOBI'", "@60 'TEXtREAd'"], 'Convert it to EPUB.'),
  bytes('OneNote section', 'application/onenote', ['e4525c7b8cd8a74d'], EXPORT_PDF),
  bytes('drawing (DWG)', 'image/vnd.dwg', ["'AC10'", "'AC1.'", "'AC2.'", "'MC0.0'"], EXPORT_PDF),
  bytes('drawing (DGN)', 'image/vnd.dgn', ['0809fe02', 'c809fe02'], EXPORT_PDF),
  bytes('mailbox of Outlook (PST or OST)', 'application/vnd.ms-outlook-pst', ["'!BDN'"], 'Export its messages.'),
  bytes('message in TNEF (winmail.dat)', 'application/vnd.ms-tnef', ['789f3e22'], 'Save it as EML.'),
  row('Visio drawing', 'application/vnd.visio', { streams: ['VisioDocument'], partTypes: /ms-visio\.\w+/ }, EXPORT_PDF),
  row('presentation of PowerPoint 4 or 95', 'application/vnd.ms-powerpoint', { streams: ['PP40'] }, 'Save it as PPTX.'),
  row('Publisher document', 'application/vnd.ms-publisher', { streams: ['Quill'] }, EXPORT_PDF),
  row('Project plan', 'application/vnd.ms-project', { streams: ['Props', 'Props9', 'Props12', 'Props14'] }, EXPORT_PDF),
  row('Works document', 'application/vnd.ms-works', { streams: ['MatOST', 'MM'] }, 'Save it as DOCX.'),
  row(
    'Hangul document (HWP)',
    'application/x-hwp',
    { streams: ['HwpSummaryInformation', 'DocInfo'], mimetype: /hwp/ },
    EXPORT_PDF,
  ),
  row(
    'StarOffice document',
    'application/vnd.stardivision.writer',
    {
      streams: [
        'StarWriterDocument',
        'StarCalcDocument',
        'StarDrawDocument3',
        'StarDrawDocument',
        'StarImpressDocument',
      ],
      mimetype: /^application\/vnd\.(?:sun\.xml|stardivision)\./,
    },
    'Save it in an OpenDocument format.',
  ),
  row(
    'drawing, formula, chart or database of OpenDocument',
    'application/vnd.oasis.opendocument.graphics',
    {
      mimetype: /^application\/vnd\.oasis\.opendocument\./,
      text: flatOdf('[\\w-]+'),
    },
    EXPORT_PDF,
  ),
  row('SolidWorks model', 'application/sldworks', { streams: ['SwDocContentMgr', 'SwDocMgrTempStorage'] }, EXPORT_PDF),
  row('list of thumbnails of Windows', 'application/x-thumbs', { streams: ['Catalog'] }),
  row('XPS document', 'application/oxps', { partTypes: /package\.xps-fixeddocument|ms-package\.xps/ }, EXPORT_PDF),
  row(
    'Pages, Numbers or Keynote document',
    'application/vnd.apple.pages',
    {
      parts: /^(?:.*\/)?(?:Index\/(?:Document|Slide|Metadata)\.iwa|Index\.zip|index\.(?:xml|apxl)(?:\.gz)?)$/,
    },
    'Export it as PDF, Word, Excel or PowerPoint.',
  ),
];

const DATA: readonly RefusedType[] = [
  bytes('SQLite database', 'application/vnd.sqlite3', ["'SQLite format 3' 00"], 'Export its tables as CSV.'),
  bytes('Access database', 'application/vnd.ms-access', ["00010000 'Standard '"], 'Export its tables as CSV.'),
  bytes('Parquet file', 'application/vnd.apache.parquet', ["'PAR1'"], 'Export it as CSV.'),
  bytes('HDF5 file', 'application/x-hdf5', ["89 'HDF' 0d0a1a0a"]),
  bytes('program', 'application/octet-stream', [
    "7f 'ELF'",
    "'MZ'",
    'feedface',
    'feedfacf',
    'cefaedfe',
    'cffaedfe',
    '0061736d',
    'cafebabe',
  ]),
  bytes('binary property list of Apple', 'application/x-bplist', ["'bplist'"]),
  bytes('font', 'font/ttf', ['0001000000', "'OTTO' 00", "'wOFF'", "'wOF2'", "'ttcf'"]),
  bytes('signed or encrypted message or a certificate', 'application/pkcs7-mime', ['3082', '3080', '3083']),
  row('Java or Android program', 'application/java-archive', {
    parts: /^(?:AndroidManifest\.xml|META-INF\/MANIFEST\.MF|.*\.class)$/,
  }),
];

/** Formats that are recognized and not read. Tested after the formats, in this order. */
export const REFUSED_TYPES: readonly RefusedType[] = [...ARCHIVES, ...PICTURES, ...SOUND, ...DOCUMENTS, ...DATA];
