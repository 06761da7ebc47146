package io.keelson.cluster.sim;

import io.keelson.base.time.Ticker;

/** The two clocks of a machine: at a rate of their own, from an origin of their own. */
final class SimTicker implements Ticker {
    private final World world;
    private final double rate;
    private final long origin;
    private long suspendedSince = -1;
    private long suspended;
    private long jumpedMillis;
    private long disturbed = -10 * World.SECOND;

    SimTicker(World world, double rate, long origin) {
        this.world = world;
        this.rate = rate;
        this.origin = origin;
    }

    @Override
    public long nanoTime() {
        long running = (suspendedSince >= 0 ? suspendedSince : world.now()) - suspended;
        return origin + (long) (running * rate);
    }

    @Override
    public long currentTimeMillis() {
        return 1_700_000_000_000L + (long) (world.now() * rate) / World.MILLI + jumpedMillis;
    }

    /** Returns how much true time passes while this much passes here. */
    long real(long nanos) {
        return (long) Math.ceil(nanos / rate);
    }

    void jump(long millis) {
        jumpedMillis += millis;
        disturbed = world.now();
    }

    /** Returns true if it has neither slept nor been set within the last lease. */
    boolean isQuiet() {
        return suspendedSince < 0 && world.now() - disturbed > 4 * World.SECOND;
    }

    /** Monotonic time stands still, as it does while a machine sleeps; wall time goes on. */
    void suspend() {
        if (suspendedSince < 0) {
            suspendedSince = world.now();
        }
    }

    void resume() {
        if (suspendedSince >= 0) {
            suspended += world.now() - suspendedSince;
            suspendedSince = -1;
            disturbed = world.now();
        }
    }
}
