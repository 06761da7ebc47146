package io.keelson.perf;

import java.util.List;
import java.util.Locale;

/**
 * A step of the ECperf study: a deployment of the same application.
 *
 * @param name for {@code --steps} and the table
 * @param sending of purchase orders: direct, agent or queue
 * @param locking grain of locks: table, row or optimistic
 * @param isolation of connections
 * @param persistence jpa; bmp for entity beans that are stored in each transaction, bmp-checked for those that are stored when they
 * changed;
 *     cmp for container-managed persistence
 */
record EcperfStep(String name, String sending, String locking, String isolation, String persistence) {
    private static final String COMMITTED = "read-committed";
    private static final String SERIALIZABLE = "serializable";
    private static final String JPA = "jpa";
    private static final String BMP = "bmp";

    /** The steps of the seed one after the other, and those that are there to show what each change does alone. */
    static final List<EcperfStep> ALL = List.of(
            new EcperfStep("out-of-the-box", "direct", "table", SERIALIZABLE, JPA),
            new EcperfStep("committed", "direct", "table", COMMITTED, JPA),
            new EcperfStep("rows", "direct", "row", COMMITTED, JPA),
            new EcperfStep("agent", "agent", "row", COMMITTED, JPA),
            new EcperfStep("queue", "queue", "row", COMMITTED, JPA),
            new EcperfStep("optimistic", "queue", "optimistic", COMMITTED, JPA),
            new EcperfStep("rows-alone", "direct", "row", SERIALIZABLE, JPA),
            new EcperfStep("queue-alone", "queue", "table", SERIALIZABLE, JPA),
            new EcperfStep("bmp", "queue", "row", COMMITTED, BMP),
            new EcperfStep("bmp-checked", "queue", "row", COMMITTED, BMP + "-checked"),
            new EcperfStep("cmp", "queue", "optimistic", COMMITTED, "cmp"));

    /** The step of that name. */
    static EcperfStep of(String name) {
        return ALL.stream()
                .filter(step -> step.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no step " + name + "; steps are "
                        + ALL.stream().map(EcperfStep::name).toList()));
    }

    /** The deployment plan of the application. */
    String plan(int port, int suppliers, boolean faults) {
        return String.format(Locale.ROOT, """
                ecperf-web.war:
                  WEB-INF/web.xml:
                    env-entry[env-entry-name=java:app/env/sending]/env-entry-value: %s
                    env-entry[env-entry-name=java:app/env/locking]/env-entry-value: %s
                    env-entry[env-entry-name=java:app/env/faults]/env-entry-value: "%s"
                    env-entry[env-entry-name=java:app/env/dirty-check]/env-entry-value: "%s"
                    env-entry[env-entry-name=java:app/env/supplier-url]/env-entry-value: http://127.0.0.1:%d/ecperf-supplier/orders
                    env-entry[env-entry-name=java:app/env/deliveries-url]/env-entry-value: http://127.0.0.1:%d/ecperf/deliveries
                """, sending, locking, faults, !persistence.equals(BMP), suppliers, port);
    }

    /** The directory of the module with the application. */
    String module() {
        return persistence.startsWith(BMP) ? "ear-bmp" : persistence.equals("cmp") ? "ear-cmp" : "ear";
    }

    /** Returns whether the application answers from rows that it has read before: beans that are {@code ReadOnly}. */
    boolean keepsRows() {
        return persistence.equals("cmp");
    }

    /** The protocol of the data source: messages and rows have to commit together where there are both. */
    String protocol() {
        return sending.equals("queue") ? "logging-last-resource" : "one-phase-commit";
    }
}
