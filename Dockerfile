# Offstage as a container: docs/self-hosting.md, "In a container".

FROM node:24-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.js
# What builds and tests does not come along, nor the second Node that the project brings for machines without one.
RUN npm prune --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production OFFSTAGE_HOST=0.0.0.0 OFFSTAGE_MEDIA=/media OFFSTAGE_DATA=/data
WORKDIR /app
COPY --from=build /src/package.json /src/LICENSE ./
COPY --from=build /src/node_modules node_modules
COPY --from=build /src/dist dist
COPY --from=build /src/shared shared
COPY --from=build /src/server server
# What a new volume begins with; your own directory takes its place.
COPY --from=build --chown=node:node /src/media /media
# Debian has a /media of its own, which is root's.
RUN mkdir -p /data && chown node:node /data /media
USER node
VOLUME ["/media", "/data"]
EXPOSE 4400 4401
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OFFSTAGE_PORT || 4400}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
