"""Writes the texts of documents as another reader than ours sees them: second.py KIND FOLDER FILE…

The text of a file is FOLDER/NAME.txt, where NAME is that of the file without its extension; what cannot be read has none.

KIND: odf (flat OpenDocument, as LibreOffice saves any Office file), eml, msg, ipynb, text.
"""
import json
import re
import sys
from pathlib import Path
from html.parser import HTMLParser
from xml.etree import ElementTree

OFFICE = '{urn:oasis:names:tc:opendocument:xmlns:office:1.0}'
TEXT = '{urn:oasis:names:tc:opendocument:xmlns:text:1.0}'
TABLE = '{urn:oasis:names:tc:opendocument:xmlns:table:1.0}'
DRAW = '{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}'
SHOW = '{urn:oasis:names:tc:opendocument:xmlns:presentation:1.0}'
STYLE = '{urn:oasis:names:tc:opendocument:xmlns:style:1.0}'
SVG = '{urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0}'

# Comments, deleted text, numbers of notes, and what no page shows.
LEFT_OUT = {
    OFFICE + 'annotation',
    TEXT + 'tracked-changes',
    TEXT + 'note-citation',
    TABLE + 'covered-table-cell',
    TABLE + 'tracked-changes',
    TABLE + 'content-validations',
    OFFICE + 'forms',
    OFFICE + 'binary-data',
    SVG + 'title',
    SVG + 'desc',
}
VOLATILE = re.compile(r'\b(?:RAND|RANDBETWEEN|TODAY|NOW|INFO|CELL)\(')
BREAKS = {TEXT + 's': ' ', TEXT + 'tab': '\t', TEXT + 'line-break': '\n'}
BLOCKS = {TEXT + 'p', TEXT + 'h', TABLE + 'table-cell'}
REPEATED = 200


def odf(path):
    root = ElementTree.parse(path).getroot()
    body = root.find(OFFICE + 'body')
    hidden = hidden_styles(root)
    # What a chart of a sheet draws is in the cells of the sheet.
    unread = {'local-table'} if body.find(OFFICE + 'spreadsheet') is not None else set()
    # LibreOffice computes these anew, and whatever depends on them.
    computes = any(VOLATILE.search(cell.get(TABLE + 'formula', '')) for cell in body.iter(TABLE + 'table-cell'))

    def is_left_out(element):
        return (
            element.tag in LEFT_OUT
            or element.get(SHOW + 'placeholder') == 'true'
            or (element.tag == TABLE + 'table' and element.get(TABLE + 'style-name') in hidden)
            or (element.tag == TABLE + 'table' and element.get(TABLE + 'name') in unread)
            or (computes and element.get(TABLE + 'formula'))
            or (element.tag == DRAW + 'page' and element.get(DRAW + 'style-name') in hidden)
        )

    out = []
    read_element(body, out, is_left_out)
    return ''.join(out)


def hidden_styles(root):
    """Names of the styles of sheets and slides that are hidden, which notes of a conversion name."""
    return {
        style.get(STYLE + 'name')
        for style in root.iter(STYLE + 'style')
        for properties in style
        if properties.get(TABLE + 'display') == 'false' or properties.get(SHOW + 'visibility') == 'hidden'
    }


def read_element(element, out, is_left_out):
    if is_left_out(element):
        return
    if element.tag in BREAKS:
        out.append(BREAKS[element.tag])
    begin = len(out)
    if element.text and element.tag.startswith(TEXT):
        out.append(element.text)
    for child in element:
        read_element(child, out, is_left_out)
        if child.tail and element.tag.startswith(TEXT):
            out.append(child.tail)
    if element.tag in BLOCKS:
        out.append('\n')
    times = int(element.get(TABLE + 'number-columns-repeated') or element.get(TABLE + 'number-rows-repeated') or 1)
    if times > 1 and ''.join(out[begin:]).strip():
        out.extend(out[begin:] * (min(times, REPEATED) - 1))


class Words(HTMLParser):
    def __init__(self):
        super().__init__()
        self.out, self.hidden = [], 0

    def handle_starttag(self, tag, attributes):
        self.hidden += tag in ('script', 'style', 'head', 'title')
        self.out.append(' ' if tag in ('b', 'i', 'a', 'em', 'strong', 'span', 'font', 'u') else '\n')

    def handle_endtag(self, tag):
        self.hidden = max(0, self.hidden - (tag in ('script', 'style', 'head', 'title')))

    def handle_data(self, data):
        if not self.hidden:
            self.out.append(data)


def html(text):
    words = Words()
    words.feed(text)
    return ''.join(words.out)


def eml(path):
    from email import message_from_binary_file
    from email.policy import default

    with open(path, 'rb') as file:
        return message_text(message_from_binary_file(file, policy=default))


def message_text(message):
    out = [str(message['subject'] or '')]
    shown = message.get_body(('html', 'plain'))
    parts = ([shown] if shown is not None else []) + list(message.iter_attachments())
    for part in parts:
        if part.get_content_type() == 'message/rfc822':
            out.extend(message_text(inner) for inner in part.get_payload())
        elif part.get_content_maintype() == 'text':
            content = part.get_content()
            out.append(html(content) if part.get_content_subtype() == 'html' else content)
    return '\n'.join(out)


def msg(path):
    import extract_msg

    return msg_text(extract_msg.openMsg(path))


def msg_text(message):
    out = [message.subject or '', message.body or '']
    for attachment in message.attachments:
        data = attachment.data
        if hasattr(data, 'attachments'):
            out.append(msg_text(data))
    return '\n'.join(out)


def ipynb(path):
    with open(path, encoding='utf-8') as file:
        notebook = json.load(file)
    out = []
    joined = lambda text: text if isinstance(text, str) else ''.join(text or [])
    for cell in notebook.get('cells') or [c for sheet in notebook.get('worksheets', []) for c in sheet['cells']]:
        out.append(joined(cell.get('source') or cell.get('input')))
        for output in cell.get('outputs', []):
            data = output.get('data', output)
            out.append(joined(output.get('text')))
            if 'text/plain' in data and not any(kind in data for kind in ('text/html', 'text/markdown', 'text/latex')):
                out.append(joined(data['text/plain']))
            out.append(html(joined(data.get('text/html'))))
    return '\n'.join(out)


def text(path):
    with open(path, 'rb') as file:
        data = file.read()
    for encoding in encodings(data):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            pass
    return data.decode('cp1252', 'replace')


def encodings(data):
    from charset_normalizer import from_bytes

    for mark, encoding in (
        (b'\xff\xfe\0\0', 'utf-32'),
        (b'\0\0\xfe\xff', 'utf-32'),
        (b'\xff\xfe', 'utf-16'),
        (b'\xfe\xff', 'utf-16'),
    ):
        if data.startswith(mark):
            yield encoding
    if b'\0' in data:
        yield from ('utf-32-le', 'utf-32-be')
        places = [n % 2 for n, byte in enumerate(data[:4096]) if byte == 0]
        yield 'utf-16-le' if sum(places) * 2 > len(places) else 'utf-16-be'
    yield 'utf-8-sig'
    guess = from_bytes(data[:100_000]).best()
    if guess:
        yield guess.encoding


READERS = {'odf': odf, 'eml': eml, 'msg': msg, 'ipynb': ipynb, 'text': text}
kind, folder, *paths = sys.argv[1:]
sys.setrecursionlimit(10_000)
for path in paths:
    try:
        Path(folder, f'{Path(path).stem}.txt').write_text(READERS[kind](path), encoding='utf-8', errors='replace')
    except Exception as error:
        print(path, repr(error)[:200], file=sys.stderr)
