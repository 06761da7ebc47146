package io.keelson.perf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * Virtual users of {@link BusinessServlet}, dealt out to servers in turn: each has a connection and a session, carries out a transaction,
 * thinks for a time that is drawn anew (exponential, at most five times the mean), and carries out the next, which is drawn by the kinds'
 * weights. One thread. Arguments: ports, by commas; path of the application; folders a session; users; mean time to think in
 * milliseconds; seconds of warm-up; seconds; seed; how often each page is composed.
 *
 * <p>It lets the users come one after the other during the time to think, warms up, says {@code ready}, lets them go on until a line
 * comes, measures, says what came of it ({@link UsersResult}), waits for another line, and logs all users out, so that no session is
 * left. A user whose transaction fails begins anew with a login.
 */
public final class UsersLoad {
    private static final long FAREWELL_NANOS = 5_000_000_000L;
    private static final long LISTEN_NANOS = 10_000_000L;

    private final Selector selector = Selector.open();
    private final PriorityQueue<VirtualUser> thinking = new PriorityQueue<>();
    private final List<VirtualUser> users = new ArrayList<>();
    private final UsersTally tally = new UsersTally();
    private final double thinkNanos;
    private final SplittableRandom random;

    private UsersLoad(double thinkNanos, long seed) throws IOException {
        this.thinkNanos = thinkNanos;
        random = new SplittableRandom(seed);
    }

    /** Runs it. */
    public static void main(String[] args) throws IOException {
        List<Integer> ports =
                Arrays.stream(args[0].split(",")).map(Integer::valueOf).toList();
        UsersLoad load = new UsersLoad(Double.parseDouble(args[4]) * 1e6, Long.parseLong(args[7]));
        load.come(ports, args[1], "folders=" + args[2] + "&work=" + args[8], Integer.parseInt(args[3]));
        load.run(load.thinkNanos / 1e9 + Double.parseDouble(args[5]));
        System.out.println("ready");
        if (!load.runUntilTold()) {
            return;
        }
        long cpu = processorNanos();
        load.tally.begin();
        double took = load.run(Double.parseDouble(args[6]));
        UsersResult result = load.tally.result(took, (processorNanos() - cpu) / 1e9 / took);
        System.out.println(result);
        if (System.in.read() >= 0) {
            load.leave();
        }
    }

    /** Users go on until a byte comes, for whoever stood still would come at once with all others afterwards. Returns whether one came. */
    private boolean runUntilTold() throws IOException {
        CompletableFuture<Integer> told = CompletableFuture.supplyAsync(() -> {
            try {
                return System.in.read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        while (!told.isDone()) {
            turn(System.nanoTime() + LISTEN_NANOS);
        }
        return told.join() >= 0;
    }

    private void come(List<Integer> ports, String path, String query, int count) throws IOException {
        long begun = System.nanoTime();
        for (int i = 0; i < count; i++) {
            VirtualUser user =
                    new VirtualUser(ports.get(i % ports.size()), path, query, random.split(), tally, selector);
            user.due = begun + (long) (thinkNanos * i / count);
            users.add(user);
            thinking.add(user);
        }
    }

    private double run(double seconds) throws IOException {
        long begun = System.nanoTime();
        long end = begun + (long) (seconds * 1e9);
        while (System.nanoTime() < end) {
            turn(end);
        }
        return (System.nanoTime() - begun) / 1e9;
    }

    private void turn(long end) throws IOException {
        // To look all the time would take a processor from the servers; a user may well begin up to a millisecond late.
        selector.select(this::readable, Math.max(1, sendWhatIsDue(end)));
    }

    /** Returns how many milliseconds to wait for the next that is due, or the end. */
    private long sendWhatIsDue(long end) throws IOException {
        while (true) {
            VirtualUser next = thinking.peek();
            long now = System.nanoTime();
            if (next == null || next.due > now) {
                return ((next == null ? end : Math.min(end, next.due)) - now) / 1_000_000;
            }
            thinking.remove();
            if (!next.begin()) {
                think(next);
            }
        }
    }

    private void readable(SelectionKey key) {
        try {
            VirtualUser user = (VirtualUser) key.attachment();
            if (user.readable()) {
                think(user);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void think(VirtualUser user) {
        double drawn = -Math.log(1 - random.nextDouble()) * thinkNanos;
        user.due = System.nanoTime() + (long) Math.min(drawn, 5 * thinkNanos);
        thinking.add(user);
    }

    /** Lets each user log out, for a while at most; nothing of it is counted. */
    private void leave() throws IOException {
        tally.end();
        users.forEach(VirtualUser::leaves);
        long now = System.nanoTime();
        thinking.forEach(user -> user.due = now);
        long end = now + FAREWELL_NANOS;
        while (System.nanoTime() < end && users.stream().anyMatch(user -> !user.isGone())) {
            turn(end);
        }
        for (VirtualUser user : users) {
            user.close();
        }
    }

    private static long processorNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
