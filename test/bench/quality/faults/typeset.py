"""Sets documents by programs that are Python packages. Reads lines of JSON {"program", "out", "text" or "document"}; answers each by a line of JSON.

A document is {"title", "byline", "columns", "blocks"}; its texts are lists of runs {"text", "style"}.
"""
import json
import os
import sys
from html import escape


def weasyprint(job):
    from weasyprint import HTML

    HTML(string=job["text"]).write_pdf(job["out"])


def typst(job):
    import typst as program

    source = job["out"] + ".typ"
    with open(source, "w", encoding="utf-8") as file:
        file.write(job["text"])
    try:
        program.compile(source, output=job["out"])
    finally:
        os.remove(source)


DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVuSans"
CORE = {"serif": ("Times-Roman", "Times-Bold", "Times-Italic"), "sans": ("Helvetica", "Helvetica-Bold", "Helvetica-Oblique")}


def look_of(job):
    """The look of a job, or what all documents looked like before there were looks; core fonts only where they have the letters."""
    look = job["document"].get("look")
    if not look:
        return {"size": 9.5, "leading": 1.3, "margin": 56, "paper": "a4", "font": "", "justify": False, "indent": False, "color": "#000000", "headings": {"style": "bold"}}
    try:
        json.dumps(job["document"]["blocks"], ensure_ascii=False).encode("cp1252")
        json.dumps(job["document"]["title"], ensure_ascii=False).encode("cp1252")
        json.dumps(job["document"]["byline"], ensure_ascii=False).encode("cp1252")
    except UnicodeEncodeError:
        look = {**look, "font": "slab"}
    return look


def reportlab(job):
    from reportlab.lib import colors
    from reportlab.lib.pagesizes import A4, landscape, letter
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.platypus import BaseDocTemplate, Frame, ListFlowable, ListItem, PageBreak, PageTemplate, Paragraph, Preformatted, Spacer, Table

    for name, suffix in (("Body", ""), ("Body-Bold", "-Bold"), ("Body-Italic", "-Oblique")):
        path = f"{DEJAVU}{suffix}.ttf"
        pdfmetrics.registerFont(TTFont(name, path if os.path.exists(path) else f"{DEJAVU}.ttf"))
    pdfmetrics.registerFont(TTFont("Mono", f"{DEJAVU}Mono.ttf"))
    pdfmetrics.registerFontFamily("Body", normal="Body", bold="Body-Bold", italic="Body-Italic", boldItalic="Body-Bold")
    look = look_of(job)
    plain_font, bold_font, _ = CORE.get(look["font"], ("Body", "Body-Bold", "Body-Italic"))
    page = {"a4": A4, "letter": letter, "landscape": landscape(A4), "slide": (720, 405)}[look["paper"]]
    size, margin = look["size"], look["margin"]
    tags = {"bold": "b", "italic": "i", "raised": "super", "lowered": "sub"}

    def markup(runs):
        return "".join(f"<{tags[run['style']]}>{escape(run['text'])}</{tags[run['style']]}>" if run.get("style") else escape(run["text"]) for run in runs)

    def style(size, bold=False, align=0, **more):
        return ParagraphStyle("x", fontName=bold_font if bold else plain_font, fontSize=size, leading=size * look["leading"], alignment=align, **more)

    body = style(size, align=4 if look["justify"] else 0, spaceAfter=0 if look["indent"] else 6, firstLineIndent=14 if look["indent"] else 0)
    styled = {"color": {"textColor": look["color"]}, "centered": {"alignment": 1}, "band": {"backColor": look["color"], "textColor": "#ffffff"}, "ruled": {"borderWidth": 0.5, "borderColor": look["color"], "borderPadding": 2}}.get(look["headings"]["style"], {})

    def heading(level):
        made = style(size if look["headings"]["style"] == "body-bold" else 17 - 2.5 * level, True, spaceBefore=9, spaceAfter=4, keepWithNext=1)
        return ParagraphStyle("h", parent=made, **styled)

    aligns = {"left": 0, "center": 1, "right": 2}

    def items(block):
        start = {"decimal": "1"}.get(block["marks"], "bulletchar")
        return ListFlowable([ListItem([Paragraph(markup(item["text"]), style(size))] + ([items(item["list"])] if item.get("list") else [])) for item in block["items"]], bulletType="1" if block["marks"] == "decimal" else "bullet", start=None if block["marks"] == "decimal" else start if start != "bulletchar" else "•", leftIndent=18)

    def table(block, width):
        columns = max(sum(cell.get("colSpan", 1) for cell in row) for row in block["rows"])
        grid, rules, held = [], [("VALIGN", (0, 0), (-1, -1), "TOP")], {}
        for y, row in enumerate(block["rows"]):
            line, x, rest = [""] * columns, 0, list(row)
            while x < columns:
                if (y, x) in held:
                    x += 1
                    continue
                if not rest:
                    break
                cell = rest.pop(0)
                across, down = cell.get("colSpan", 1), cell.get("rowSpan", 1)
                line[x] = Paragraph(markup(cell["text"]), style(size - 0.5, bool(cell.get("bold")) or y < block["headerRows"], aligns[cell.get("align", "left")], leftIndent=10 * cell.get("indent", 0)))
                if across > 1 or down > 1:
                    rules.append(("SPAN", (x, y), (x + across - 1, y + down - 1)))
                for below in range(1, down):
                    for over in range(across):
                        held[(y + below, x + over)] = True
                x += across
            grid.append(line)
        look, head = block["look"], block["headerRows"] - 1
        if look == "grid":
            rules.append(("GRID", (0, 0), (-1, -1), 0.6, colors.black))
        if look in ("booktabs", "boxed", "zebra"):
            rules += [("LINEABOVE", (0, 0), (-1, 0), 1, colors.black), ("LINEBELOW", (0, max(head, 0)), (-1, max(head, 0)), 0.6, colors.black), ("LINEBELOW", (0, -1), (-1, -1), 1, colors.black)]
        if look == "rows":
            rules.append(("LINEBELOW", (0, 0), (-1, -1), 0.4, colors.grey))
        if look == "columns":
            rules.append(("INNERGRID", (0, 0), (-1, -1), 0.4, colors.white))
        if job["document"].get("look") and look == "zebra":
            rules += [("BACKGROUND", (0, y), (-1, y), colors.HexColor("#eef2f6")) for y in range(head + 1, len(grid), 2)]
        weights = block.get("widths") or [1] * columns
        return Table(grid, colWidths=[width * weight / sum(weights) for weight in weights], style=rules, repeatRows=block["headerRows"])

    document = job["document"]
    columns = document["columns"]
    width = (page[0] - 2 * margin - 16 * (columns - 1)) / columns
    story = [Paragraph(markup(document["title"]), style(19, True, spaceAfter=8))] if document["title"] else []
    story += [Paragraph(markup(line), style(size)) for line in document["byline"]]
    for block in document["blocks"]:
        kind = block["kind"]
        if kind == "heading":
            story.append(Paragraph(markup(block["text"]), heading(block["level"])))
        elif kind in ("paragraph", "quote"):
            story.append(Paragraph(markup(block["text"]), body))
        elif kind == "lines":
            story += [Paragraph(markup(line), style(size)) for line in block["lines"]] + [Spacer(1, 6)]
        elif kind == "list":
            story += [items(block), Spacer(1, 6)]
        elif kind == "code":
            story += [Preformatted(block["text"], ParagraphStyle("code", fontName="Mono", fontSize=8, leading=10)), Spacer(1, 6)]
        elif kind == "fields":
            story += [Table([[Paragraph(escape(label), style(size, True)), Paragraph(escape(value), style(size))] for label, value in block["pairs"]], colWidths=[100, width - 100]), Spacer(1, 6)]
        elif kind == "table":
            if block.get("caption"):
                story.append(Paragraph(markup(block["caption"]), body))
            story += [table(block, width), Spacer(1, 8)]
            if block.get("note"):
                story.append(Paragraph(markup(block["note"]), body))
        elif kind == "toc":
            story += [Paragraph(f"{markup(entry['text'])} ........ {entry['page']}", style(size)) for entry in block["entries"]]
        elif kind == "page-break":
            story.append(PageBreak())
    frames = [Frame(margin + index * (width + 16), margin, width, page[1] - 2 * margin, leftPadding=0, rightPadding=0) for index in range(columns)]
    BaseDocTemplate(job["out"], pagesize=page, pageTemplates=[PageTemplate("page", frames)]).build(story)


def fpdf2(job):
    from fpdf import FPDF
    from fpdf.fonts import FontFace

    document = job["document"]
    look = look_of(job)
    styled = bool(document.get("look"))
    pdf = FPDF(format="Letter" if look["paper"] == "letter" else "A4", orientation="L" if look["paper"] == "landscape" else "P")
    pdf.set_margin(look["margin"] / 72 * 25.4 if styled else 20)
    body_size = look["size"] if styled else 10
    step = 0.353 * look["leading"] if styled else 0.5
    family = {"serif": "Times", "sans": "Helvetica"}.get(look["font"], "Body")
    for suffix, style in (("", ""), ("-Bold", "B"), ("-Oblique", "I")):
        path = f"{DEJAVU}{suffix}.ttf"
        pdf.add_font("Body", style, path if os.path.exists(path) else f"{DEJAVU}.ttf")
    pdf.add_font("Mono", "", f"{DEJAVU}Mono.ttf")
    pdf.add_page()

    def write(runs, size, bold=False):
        for run in runs:
            kind = run.get("style")
            pdf.set_font(family, "B" if bold or kind == "bold" else "I" if kind == "italic" else "", size)
            pdf.char_vpos = {"raised": "SUP", "lowered": "SUB"}.get(kind, "LINE")
            pdf.write(size * step, run["text"])
        pdf.char_vpos = "LINE"

    def text(runs, size=body_size, bold=False, after=2.5):
        write(runs, size, bold)
        pdf.ln(size * step + after)

    def plain(runs):
        return "".join(run["text"] for run in runs)

    def items(block, depth=0):
        for index, item in enumerate(block["items"]):
            pdf.set_x(pdf.l_margin + 5 * (depth + 1))
            mark = [{"text": f"{index + 1}. " if block["marks"] == "decimal" else "• "}]
            text(mark + item["text"], after=0.5)
            if item.get("list"):
                items(item["list"], depth + 1)
        if depth == 0:
            pdf.ln(2)

    if document["title"]:
        text(document["title"], 19, True, 3)
    for line in document["byline"]:
        text(line, after=0)
    pdf.ln(3)
    layouts = {"grid": "ALL", "boxed": "ALL", "rows": "HORIZONTAL_LINES", "booktabs": "MINIMAL", "plain": "NONE", "zebra": "SINGLE_TOP_LINE", "header-band": "SINGLE_TOP_LINE", "columns": "INTERNAL"}
    for block in document["blocks"]:
        kind = block["kind"]
        if kind == "heading":
            pdf.ln(2)
            text(block["text"], body_size if look["headings"]["style"] == "body-bold" else 17 - 2.5 * block["level"], True)
        elif kind in ("paragraph", "quote") and styled and look["justify"]:
            pdf.set_font(family, "", body_size)
            pdf.multi_cell(0, body_size * step, plain(block["text"]), align="J", new_x="LMARGIN", new_y="NEXT")
            pdf.ln(2)
        elif kind in ("paragraph", "quote"):
            text(block["text"])
        elif kind == "lines":
            for line in block["lines"]:
                text(line, after=0)
            pdf.ln(2)
        elif kind == "list":
            items(block)
        elif kind == "code":
            pdf.set_font("Mono", "", 8)
            pdf.multi_cell(0, 4, block["text"], align="L", new_x="LMARGIN", new_y="NEXT")
            pdf.ln(2)
        elif kind == "fields":
            for label, value in block["pairs"]:
                pdf.set_font(family, "B", body_size)
                pdf.cell(45, 5.5, label)
                pdf.set_font(family, "", body_size)
                pdf.cell(0, 5.5, value, new_x="LMARGIN", new_y="NEXT")
            pdf.ln(2)
        elif kind == "table":
            if block.get("caption"):
                text(block["caption"])
            pdf.set_font(family, "", body_size - 1)
            with pdf.table(borders_layout=layouts[block["look"]], col_widths=block.get("widths"), num_heading_rows=block["headerRows"], headings_style=FontFace(emphasis="BOLD"), line_height=5, text_align="LEFT") as grid:
                for cells in block["rows"]:
                    row = grid.row()
                    for cell in cells:
                        row.cell(plain(cell["text"]), colspan=cell.get("colSpan", 1), rowspan=cell.get("rowSpan", 1), align=cell.get("align", "left").upper(), style=FontFace(emphasis="BOLD") if cell.get("bold") else None)
            pdf.ln(3)
            if block.get("note"):
                text(block["note"])
        elif kind == "toc":
            for entry in block["entries"]:
                text(entry["text"] + [{"text": f" ........ {entry['page']}"}], after=0)
        elif kind == "page-break":
            pdf.add_page()
    pdf.output(job["out"])


PROGRAMS = {"weasyprint": weasyprint, "typst": typst, "reportlab": reportlab, "fpdf2": fpdf2}

for line in sys.stdin:
    job = json.loads(line)
    try:
        PROGRAMS[job["program"]](job)
        print(json.dumps({"done": job["out"]}), flush=True)
    except Exception as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error}"[:300]}), flush=True)
