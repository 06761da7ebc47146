package io.keelson.perf;

import io.keelson.perf.ecperf.FaultyRun;
import java.io.IOException;
import java.util.List;

/**
 * Transactions that fail after their purchase orders were sent or handed over: rolled back, or ended with the server. Between them
 * others succeed, so that there is something to lose.
 */
record EcperfFailures(EcperfServers servers, EcperfStep step) {
    private static final int TOLD = 10;

    /**
     * The outcome.
     *
     * @param aborts transactions that were rolled back
     * @param halts servers that were halted within a transaction
     * @param purchaseOrders in the database at the end
     * @param orphans purchase orders that suppliers have and the database has not
     * @param faults of the data, orphans included
     */
    record Outcome(int aborts, int halts, long purchaseOrders, long orphans, List<String> faults) {}

    Outcome run(int aborts, int halts) throws IOException, InterruptedException {
        EcperfServers.Application application = servers.deploy(step, true);
        FaultyRun run = new FaultyRun(application.site(), 1);
        for (int i = 0; i < aborts; i++) {
            must(run.schedule("NONE"), "a work order without a fault fails");
            must(!run.schedule("ABORT"), "a work order with a fault does not fail");
            tell(i + 1, aborts, "aborts");
        }
        for (int i = 0; i < halts; i++) {
            must(run.schedule("NONE"), "a work order without a fault fails");
            run.schedule(i % 2 == 1 && step.sending().equals("queue") ? "HALT_IN_SENDING" : "HALT");
            servers.server().awaitEnd();
            servers.startAgain(application);
            tell(i + 1, halts, "halts");
        }
        List<String> faults = run.settle();
        long[] orders = run.purchaseOrders();
        return new Outcome(aborts, halts, orders[0], orders[1], faults);
    }

    private void tell(int done, int of, String what) {
        if (done % TOLD == 0) {
            System.err.println(step.name() + ", " + done + " of " + of + " " + what);
        }
    }

    private static void must(boolean condition, String otherwise) throws IOException {
        if (!condition) {
            throw new IOException(otherwise);
        }
    }
}
