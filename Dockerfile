# Scriptorium's one image: the API, the controller, the prober, the fetcher and the converters. `docs/image.md` has its size and start-up times.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src src
RUN npm run build

FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# What Debian's glibc does not run and what nothing loads at run time stays out.
RUN npm ci --omit=dev --ignore-scripts \
 && rm -rf node_modules/@img/*musl* node_modules/@napi-rs/*musl* \
           node_modules/pdfjs-dist/legacy node_modules/pdfjs-dist/web node_modules/pdfjs-dist/types node_modules/pdfjs-dist/image_decoders \
           node_modules/xlsx/dist node_modules/tesseract.js/dist \
           node_modules/swagger-ui-dist/swagger-ui-es-bundle* node_modules/swagger-ui-dist/swagger-ui.js \
 && find node_modules \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -type f -delete
COPY --from=build /app/dist dist
RUN node dist/convert/pdf/core/generate.js

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=dependencies /app/dist dist
COPY package.json ./
# Compiled code of a converter's modules, kept so that a pod starts faster; the root is read-only later.
RUN NODE_COMPILE_CACHE=/app/.compile-cache node dist/cli/main.js warm-up
ENV NODE_COMPILE_CACHE=/app/.compile-cache
USER 1000:1000
EXPOSE 8080 8081
ENTRYPOINT ["node", "/app/dist/cli/main.js"]
