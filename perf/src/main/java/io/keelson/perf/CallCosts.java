package io.keelson.perf;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Costs of two calls on the thread that made them, medians of batches in turns: without, with, without, with.
 *
 * @param without processor time of a call without what is measured, in nanoseconds
 * @param with the same of one with it
 * @param bytesWithout what the thread has allocated for a call without
 * @param bytesWith what it has for one with
 */
record CallCosts(double without, double with, double bytesWithout, double bytesWith) {
    /** The columns of {@link #csv}. */
    static final String COLUMNS = "without_ns,with_ns,without_bytes,with_bytes";

    /** A call that makes a number of another one, so that none can be left out. */
    interface Call {
        long call(long number) throws Exception;
    }

    /** Processor time that is there with and not without, in nanoseconds. */
    double more() {
        return with - without;
    }

    /** The same of allocated bytes. */
    double moreBytes() {
        return bytesWith - bytesWithout;
    }

    /**
     * Measures on the calling thread.
     *
     * @param warm seconds for each of the two before anything counts
     */
    static CallCosts measured(Call without, Call with, double warm, int batches, int calls) throws Exception {
        long number = 0;
        for (Call each : new Call[] {without, with}) {
            long end = System.nanoTime() + (long) (warm * 1e9);
            while (System.nanoTime() < end) {
                number = batch(each, number, 100);
            }
        }
        double[][] nanos = new double[2][batches];
        double[][] bytes = new double[2][batches];
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (int i = 0; i < batches; i++) {
            for (int turn = 0; turn < 2; turn++) {
                long allocatedBefore = allocated();
                long begun = threads.getCurrentThreadCpuTime();
                number = batch(turn == 0 ? without : with, number, calls);
                nanos[turn][i] = (threads.getCurrentThreadCpuTime() - begun) / (double) calls;
                bytes[turn][i] = (allocated() - allocatedBefore) / (double) calls;
            }
        }
        if (number < 0) {
            throw new IllegalStateException("numbers grow");
        }
        return new CallCosts(median(nanos[0]), median(nanos[1]), median(bytes[0]), median(bytes[1]));
    }

    private static long batch(Call call, long from, int calls) throws Exception {
        long number = from;
        for (int i = 0; i < calls; i++) {
            number = call.call(number);
        }
        return number;
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    /** The bytes of this thread so far; by the MBean server, as the interface is of a module that servers may hide. */
    private static long allocated() throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        return (Long) server.invoke(
                new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                "getThreadAllocatedBytes",
                new Object[] {Thread.currentThread().getId()},
                new String[] {"long"});
    }

    /** The figures, separated by commas. */
    String csv() {
        return String.format(Locale.ROOT, "%.1f,%.1f,%.1f,%.1f", without, with, bytesWithout, bytesWith);
    }

    /** Reads what {@link #csv} wrote. */
    static CallCosts parse(String csv) {
        double[] figures =
                Arrays.stream(csv.split(",")).mapToDouble(Double::parseDouble).toArray();
        if (figures.length != 4) {
            throw new IllegalArgumentException("no costs: " + csv);
        }
        return new CallCosts(figures[0], figures[1], figures[2], figures[3]);
    }

    /** Returns what a servlet answers. */
    @Override
    public String toString() {
        return csv();
    }
}
