// `npm run soak` sends a long day of events through one pipeline; `npm run soak -- fleet` breaks a fleet of three runners.
await import(process.argv[2] === "fleet" ? "./fleet.ts" : "./day.ts")
