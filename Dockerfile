# Scriptorium's one image: the whole service, or the API, the controller, workers, the fetcher and converters. docs/machine.md says how to run it.

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages packages
RUN npm ci --ignore-scripts

FROM packages AS build
COPY tsconfig.json tsconfig.build.json ./
COPY src src
RUN npm run build

FROM packages AS dependencies
RUN npm prune --omit=dev --ignore-scripts
COPY --from=build /app/dist dist
RUN node dist/packages/pdf-core/src/generate.js
# What nothing loads at run time: other C libraries and platforms, other builds of the OCR engine and its data, sources, tests, types and maps.
RUN cd node_modules \
 && rm -rf @img/*musl* @napi-rs/*musl* bare-* @*/*/dist-es @*/*/dist-types xlsx/dist \
           pdfjs-dist/build pdfjs-dist/web pdfjs-dist/types pdfjs-dist/image_decoders @tesseract.js-data/eng/4.0.0 \
 && find pdfjs-dist/legacy -type f ! -path pdfjs-dist/legacy/build/pdf.mjs -delete \
 && find tesseract.js-core -name 'tesseract-core*' ! -name tesseract-core-relaxedsimd-lstm.js ! -name tesseract-core-relaxedsimd-lstm.wasm -delete \
 && find . -type d \( -name test -o -name tests -o -name benchmarks -o -name examples \) -prune -exec rm -rf {} + \
 && find . -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' \) -delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=dependencies /app/dist dist
COPY package.json ./
# Compiled code of a converter's modules, kept so that a pod starts faster; the root is read-only later.
RUN NODE_COMPILE_CACHE=/app/.compile-cache node dist/src/cli/main.js warm-up
ENV NODE_COMPILE_CACHE=/app/.compile-cache
# Machine code of OCR. Where it cannot be made, or the processor of the node is of another kind, each process compiles its own.
RUN node dist/src/worker/bundle/start.cjs compile-ocr || true
# The data of the whole service; a volume that is mounted here takes its owner.
RUN mkdir /data && chown 1000:1000 /data
# The command, for `kubectl exec` and `docker exec`.
RUN printf '#!/bin/sh\nexec node /app/dist/src/cli/main.js "$@"\n' > /usr/local/bin/scriptorium && chmod 755 /usr/local/bin/scriptorium
USER 1000:1000
EXPOSE 8080 8081
ENTRYPOINT ["node", "/app/dist/src/cli/main.js"]
# The whole service. The chart starts the roles of a cluster in its place.
CMD ["serve", "--host", "0.0.0.0", "--data-dir", "/data"]
