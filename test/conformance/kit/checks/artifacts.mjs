// Section 4, listJobArtifacts and getArtifact, for each format that can be written by hand.
import { check, expect, once, section } from '../runner.mjs';
import { artifacts as list, call, content, convert, markdown, raw, receipt, succeeded } from '../client.mjs';
import { csv, docx, marker, png, sha256, story, xlsx } from '../documents.mjs';
import { finished } from '../fixtures.mjs';

const small = once(async () => {
  const {
    job,
    document,
    artifacts: [listed],
  } = await finished();
  return { job, document, listed, ...(await content(listed.id)) };
});
const large = once(async () => {
  const document = story(80, { paragraphs: 5 }),
    job = succeeded(await convert(document));
  const [listed] = await list(job.id);
  return { job, document, listed, ...(await content(listed.id)) };
});
const withImages = once(async () => {
  const document = story(2, { image: true }),
    job = succeeded(await convert(document, { includeImages: true }));
  const listed = await list(job.id);
  return { job, listed, images: listed.filter((a) => a.kind === 'image') };
});

function bytesAgree({ artifact, bytes }) {
  expect.equal(artifact.sizeBytes, bytes.length, 'sizeBytes');
  expect.oneOf(artifact.contentHash, [sha256(bytes), sha256(bytes).slice(7)], 'contentHash');
  return artifact.contentHash.startsWith('sha256:') ? 'sha256:<hex>' : 'bare hex';
}

export default async function artifacts() {
  section('artifacts');
  const where = '§4 getArtifact';
  await check('§4 listJobArtifacts', '200 with jobId and exactly one markdown artifact of a text PDF', async () => {
    const { job } = await finished(),
      answer = await call('listJobArtifacts', { id: job.id });
    expect.status(answer, 200);
    expect.equal(
      [answer.body.jobId, answer.body.artifacts.map((a) => [a.kind, a.jobId])],
      [job.id, [['markdown', job.id]]],
      'jobId and artifacts',
    );
  });
  await check(
    '§2 Artifact',
    'contentType is text/markdown, createdAt lies within the job, expiresAt ahead',
    async () => {
      const { job, artifact } = await small();
      expect.that(artifact.contentType.startsWith('text/markdown'), 'text/markdown', artifact.contentType);
      expect.that(
        Date.parse(artifact.createdAt) >= Date.parse(job.createdAt) - 1000 &&
          Date.parse(artifact.createdAt) <= Date.now() + 5000,
        'a time since the job was made',
        artifact,
      );
      if (artifact.expiresAt)
        expect.that(Date.parse(artifact.expiresAt) > Date.now(), 'expiresAt to come', artifact.expiresAt);
      return artifact.fileName;
    },
  );
  await check(where, 'a small Markdown file comes as inline text, not as downloadUrl', async () => {
    const { artifact } = await small();
    expect.equal([typeof artifact.text, artifact.downloadUrl], ['string', undefined], 'text and downloadUrl');
  });
  await check(where, 'inline text agrees with sizeBytes and contentHash', async () => bytesAgree(await small()));
  await check(where, 'the Markdown has every page, once and in order', async () => {
    const { bytes, document } = await small();
    expect.equal(bytes.toString().match(/zq[a-z]{12}xj/g), document.markers, 'markers');
  });
  await check(where, 'says the same as listJobArtifacts', async () => {
    const { artifact, listed } = await small();
    const plain = ({ text, downloadUrl, expiresAt, ...rest }) => rest;
    expect.equal(plain(artifact), plain(listed), 'the same:');
  });
  await check(where, 'a large Markdown file (over 64 KiB) comes as downloadUrl, not as text', async () => {
    const { artifact, bytes } = await large();
    expect.that(bytes.length > 65536, 'more than 64 KiB', bytes.length);
    expect.equal([artifact.text, typeof artifact.downloadUrl], [undefined, 'string'], 'text and downloadUrl');
  });
  await check(
    where,
    'downloaded bytes agree with sizeBytes and contentHash, and have every page once and in order',
    async () => {
      const seen = await large();
      expect.equal(seen.bytes.toString().match(/zq[a-z]{12}xj/g), seen.document.markers, 'markers');
      return bytesAgree(seen);
    },
  );
  await check(where, 'a downloadUrl with a changed signature gives nothing', async () => {
    const { artifact } = await large(),
      url = new URL(artifact.downloadUrl);
    if (![...url.searchParams].length) return 'no signature in the URL';
    for (const [name, value] of [...url.searchParams])
      if (/sig|token|hmac/i.test(name))
        url.searchParams.set(name, `${value.slice(0, -4)}${value.at(-4) === 'a' ? 'b' : 'a'}${value.slice(-3)}`);
    const answer = await raw('GET', url.href, { key: null });
    expect.that(answer.status >= 400 && answer.status < 500, '4xx', answer.status);
  });

  await check('§1 includeImages', 'true: an image artifact with downloadUrl, image content type and file', async () => {
    const { images } = await withImages();
    expect.that(images.length >= 1, 'at least one image artifact', images);
    for (const image of images) {
      const seen = await content(image.id);
      expect.that(
        seen.artifact.downloadUrl && seen.artifact.text === undefined,
        'downloadUrl and no text',
        seen.artifact,
      );
      expect.that(/^image\//.test(seen.artifact.contentType), 'an image content type', seen.artifact.contentType);
      expect.that(
        /^(\x89PNG|\xff\xd8\xff|RIFF|GIF8)/.test(seen.bytes.toString('latin1', 0, 8)),
        'an image file',
        seen.bytes.toString('latin1', 0, 8),
      );
      bytesAgree(seen);
    }
    return `${images.length}, ${images[0].contentType}`;
  });
  await check(
    '§1 includeImages',
    'true: one markdown artifact beside the images; the job and the receipt know them all',
    async () => {
      const { job, listed } = await withImages();
      expect.equal(listed.filter((a) => a.kind === 'markdown').length, 1, 'markdown artifacts');
      expect.equal(job.includeImages ?? true, true, 'includeImages');
      expect.equal([...(await receipt(job.id)).artifactIds].sort(), listed.map((a) => a.id).sort(), 'artifactIds');
    },
  );
  await check('§1 includeImages', 'true: the Markdown links to the image artifact', async () => {
    const { job, images } = await withImages(),
      text = await markdown(job.id);
    expect.that(/!\[[^\]]*\]\([^)]+\)|<img /.test(text), 'an image link', text);
    return images.some((i) => text.includes(i.id) || text.includes(i.fileName))
      ? 'by id or file name'
      : 'by another name';
  });
  await check('§1 includeImages', 'false: no image artifact', async () => {
    const job = succeeded(await convert(story(2, { image: true })));
    expect.equal(
      (await list(job.id)).map((a) => a.kind),
      ['markdown'],
      'kinds',
    );
  });

  const words = Array.from({ length: 4 }, marker);
  const rows = [
    ['name', 'count'],
    [words[0], 11],
    [words[1], 22],
  ];
  for (const [format, document, wanted, pages] of [
    ['DOCX', docx([words[0], words[1], words[2]]), words.slice(0, 3), 1],
    ['XLSX', xlsx(rows), ['name', words[0], '11', words[1], '22'], 1],
    ['CSV', csv(rows), ['name', words[0], '11', words[1], '22'], 1],
    ['PNG', png(), [], 1],
  ])
    await check('§1', `${format} is converted, as ${pages} page`, async () => {
      const job = succeeded(await convert(document)),
        text = await markdown(job.id),
        { settledCredits, sourceFormat, usage } = await receipt(job.id);
      expect.that(
        wanted.every((w) => text.includes(w)),
        `Markdown with ${wanted}`,
        text,
      );
      if (wanted.includes('11')) expect.that(/\|.*name.*\|/.test(text), 'a table', text);
      if (usage.discoveredPages !== undefined) expect.equal(usage.discoveredPages, pages, 'discoveredPages');
      if (format === 'PNG') expect.equal(usage.ocrPages ?? 1, 1, 'ocrPages');
      return `${sourceFormat}, ${settledCredits} credits${format === 'PNG' ? `, read as "${text.trim()}"` : ''}`;
    });
  await check('§1', 'the content decides the format, not the name: a PDF named .docx is converted', async () => {
    const document = { ...story(1), fileName: 'letter.docx', fileType: 'application/octet-stream' };
    const job = succeeded(await convert(document));
    expect.that((await markdown(job.id)).includes(document.markers[0]), 'the page', 'something else');
  });
}
