/** Documents of the film: a report of four small pages, a letter to be scanned, and a note with formulas. */

const PAPER = `<style>
  @page { margin: 15mm 14mm }
  body { font: 10.5pt/1.45 Georgia, 'DejaVu Serif', serif; margin: 0 }
  h1 { font-size: 19pt; margin: 0 0 4pt } h2 { font-size: 13pt; margin: 14pt 0 4pt }
  p { margin: 0 0 7pt; text-align: justify }
  table { border-collapse: collapse; width: 100%; margin: 6pt 0 10pt; font-size: 9.5pt }
  th, td { border: 0.6pt solid #444; padding: 2.5pt 5pt; text-align: right } th:first-child, td:first-child { text-align: left }
  .two { columns: 2; column-gap: 16pt }
  .lead { color: #444; text-align: left }
</style>`;

const DEPTHS = [
  ['Western channel', '48', '6.2', '5.7', '−0.5'],
  ['Eastern channel', '40', '5.9', '5.8', '−0.1'],
  ['Basin', '32', '7.4', '7.4', '0.0'],
  ['Inner quay', '26', '4.1', '3.8', '−0.3'],
];

export const REPORT = `<!doctype html><html lang="en"><title>Harbour report 2026</title>${PAPER}
<h1>Harbour report 2026</h1>
<p class="lead">Depths, tides and traffic between the two piers, and what they ask of the coming year</p>
<h2>1 Summary</h2>
<p>The channels were sounded on four days in September, from a boat that kept its place by satellite. The western channel has lost half a metre since 2021, while the basin is unchanged. More ships came than in any year before, and they were longer.</p>
<p>The harbour office proposes to dredge the western channel in spring, to lengthen the pilots' hours in winter, and to sound the inner quay once more before its wall is repaired.</p>
<h2>2 Depths</h2>
<p>A depth is the mean of ten readings; its error is below four centimetres. All are given below the lowest tide.</p>
<table><thead><tr><th>Place</th><th>Points</th><th>2021 (m)</th><th>2026 (m)</th><th>Change (m)</th></tr></thead>
<tbody>${DEPTHS.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>
<h2>3 Where the sand comes from</h2>
<div class="two"><p>After each winter storm the river carries sand to its mouth. Since the breakwater was made longer, more of it stays: the current that once took it to the open sea now turns back behind the pier and loses its strength there.</p>
<p>Two ways were weighed. A groin of stone would keep the sand outside, but would cost as much as nine years of dredging. A deeper trap before the channel costs little, and can be emptied by the boat that the harbour owns already.</p></div>
<h2>4 Traffic</h2>
<p>Ships are counted when they pass the light. Fishing boats below twelve metres are not listed, since they may come and go without a word to the office.</p>
<table><thead><tr><th>Kind</th><th>2024</th><th>2025</th><th>2026</th></tr></thead><tbody>
<tr><td>Coasters</td><td>212</td><td>230</td><td>241</td></tr><tr><td>Ferries</td><td>730</td><td>728</td><td>734</td></tr>
<tr><td>Yachts</td><td>1,090</td><td>1,244</td><td>1,371</td></tr></tbody></table>
<h2>5 What is to be done</h2>
<ol><li>Dredge the western channel<ul><li>before the herring comes in</li><li>to seven metres at the lowest tide</li></ul></li>
<li>Correct the chart and print it</li><li>Ask three firms for the price of the wall</li></ol>
<h2>6 The year in the harbour</h2>
<p>In February ice closed the basin for three days, which the oldest pilots had seen only once. In June the new crane lifted its first load. In August a whale followed the evening ferry to the inner quay, stayed for an hour, and left by the eastern channel without any help.</p>
<p>The office thanks the pilots, the lock keepers and the school, whose pupils counted birds on the breakwater every Friday and told the office when its clock was slow.</p></html>`;

export const LETTER = `<!doctype html><html lang="en">${PAPER}<style>
  body { padding: 90px 100px; font-size: 22px; background: #f4efe2; color: #2b2620 } p { margin-bottom: 22px; text-align: left }
</style>
<p>Pilot Station, 4 March 1911</p><p>To the Harbour Office</p>
<p>Gentlemen, the buoy at the western channel broke loose in the night of the second and was found on the beach below the mill. We have brought it in. Its chain is worn through in two places, and the lamp is lost.</p>
<p>Until it is replaced, ships of more than five metres should wait for the day. Captain Holm has agreed to lie at the mouth of the channel with a lantern, if the office pays for his coal.</p>
<p>We ask you for a new chain of twenty fathoms, and for a lamp that can be seen in fog.</p><p>Your obedient servant, J. Brandt, Pilot</p></html>`;

export const TIDES = `# Tides in short

A tide is a sum of waves, each with an amplitude, a period and a phase:

$$h(t) = h_0 + \\sum_{i=1}^{n} A_i \\cos\\left(\\frac{2\\pi t}{T_i} + \\varphi_i\\right)$$

| Wave | Period (h) | Amplitude (m) |
| - | -: | -: |
| Moon, twice a day | 12.42 | 1.31 |
| Sun, twice a day | 12.00 | 0.44 |
| Moon, once a day | 25.82 | 0.12 |

When $\\varphi_1 = \\varphi_2$, both pull together, and the tide is a **spring tide**.[^1] A week later it is a neap tide.

- The highest tide of a month comes a day or two after the full moon.
- Wind from the west adds up to half a metre.

[^1]: It has nothing to do with the season: the water *springs* up.
`;

const PLACES = ['north', 'south', 'quay', 'basin', 'lock', 'light', 'pier', 'mole'];

/** More jobs for the list: small ones, one with a warning, and one that fails. The name and the content of each. */
export const OTHERS: readonly (readonly [name: string, content: string])[] = [
  ...PLACES.flatMap((place, at): [string, string][] => [
    [`survey-${place}.md`, `# Survey ${at + 1}\n\nNothing has changed.\n`],
    [`dues-${place}.csv`, `Ship,Days\nCoaster ${at + 1},${at + 2}\n`],
  ]),
  ['soundings.csv', `Place,Note\nBasin,${'unchanged '.repeat(4000)}\n`],
  ['damaged-log.pdf', '%PDF-1.7\nnothing of a PDF follows'],
];
