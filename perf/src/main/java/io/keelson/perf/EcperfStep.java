package io.keelson.perf;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

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
 * @param tuning what else the step changes
 */
record EcperfStep(String name, String sending, String locking, String isolation, String persistence, Tuning tuning) {
    private static final String COMMITTED = "read-committed";
    private static final String SERIALIZABLE = "serializable";
    private static final String JPA = "jpa";
    private static final String BMP = "bmp";
    private static final String CMP = "cmp";
    private static final String QUEUE = "queue";
    private static final String OPTIMISTIC = "Optimistic";
    private static final int MANY = 50;

    /** The entity beans that are written; the others are {@code ReadOnly}. */
    private static final List<String> WRITTEN = List.of(
            "Customer", "Order", "OrderLine", "Stock", "WorkOrder", "LargeOrder", "PurchaseOrder", "PurchaseLine");

    /**
     * Changes of a step beside sending, locks and persistence.
     *
     * @param strategy concurrency strategy of entity beans that are written, with {@code cmp}
     * @param cached whether they stay in memory between transactions, with {@code cmp}
     * @param readMostly whether customers that are only read come from a read-only bean, with {@code cmp}
     * @param ordered whether a work order takes its components in the order of their keys
     * @param initialCapacity connections that are made at the start
     * @param initialBeans instances of each entity bean that are made at the start, with {@code cmp}
     */
    record Tuning(
            String strategy,
            boolean cached,
            boolean readMostly,
            boolean ordered,
            int initialCapacity,
            int initialBeans) {
        static final Tuning USUAL = new Tuning(OPTIMISTIC, false, false, true, 0, 0);

        static Tuning strategy(String strategy) {
            return new Tuning(strategy, false, false, true, 0, 0);
        }
    }

    private EcperfStep(String name, String sending, String locking, String isolation, String persistence) {
        this(name, sending, locking, isolation, persistence, Tuning.USUAL);
    }

    /** The steps of the seed one after the other, and those that are there to show what each change does alone. */
    static final List<EcperfStep> ALL = List.of(
            new EcperfStep("out-of-the-box", "direct", "table", SERIALIZABLE, JPA),
            new EcperfStep("committed", "direct", "table", COMMITTED, JPA),
            new EcperfStep("rows", "direct", "row", COMMITTED, JPA),
            new EcperfStep("agent", "agent", "row", COMMITTED, JPA),
            new EcperfStep(QUEUE, QUEUE, "row", COMMITTED, JPA),
            new EcperfStep("optimistic", QUEUE, "optimistic", COMMITTED, JPA),
            new EcperfStep("rows-alone", "direct", "row", SERIALIZABLE, JPA),
            new EcperfStep("queue-alone", QUEUE, "table", SERIALIZABLE, JPA),
            new EcperfStep(
                    "any-order", "direct", "row", COMMITTED, JPA, new Tuning(OPTIMISTIC, false, false, false, 0, 0)),
            new EcperfStep(
                    "initial-capacity",
                    "direct",
                    "row",
                    COMMITTED,
                    JPA,
                    new Tuning(OPTIMISTIC, false, false, true, MANY, 0)),
            new EcperfStep("bmp", QUEUE, "row", COMMITTED, BMP),
            new EcperfStep("bmp-checked", QUEUE, "row", COMMITTED, BMP + "-checked"),
            new EcperfStep(CMP, QUEUE, "optimistic", COMMITTED, CMP),
            // Rows of this strategy are the database's to guard, which does it at this isolation only.
            new EcperfStep("cmp-database", QUEUE, "database", SERIALIZABLE, CMP, Tuning.strategy("Database")),
            new EcperfStep("cmp-exclusive", QUEUE, "exclusive", COMMITTED, CMP, Tuning.strategy("Exclusive")),
            new EcperfStep(
                    "cmp-cached", QUEUE, "optimistic", COMMITTED, CMP, new Tuning(OPTIMISTIC, true, false, true, 0, 0)),
            new EcperfStep(
                    "cmp-read-mostly",
                    QUEUE,
                    "optimistic",
                    COMMITTED,
                    CMP,
                    new Tuning(OPTIMISTIC, false, true, true, 0, 0)),
            new EcperfStep(
                    "cmp-initial-beans",
                    QUEUE,
                    "optimistic",
                    COMMITTED,
                    CMP,
                    new Tuning(OPTIMISTIC, false, false, true, 0, MANY)));

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
        String front = String.format(
                Locale.ROOT,
                """
                ecperf-web.war:
                  WEB-INF/web.xml:
                    env-entry[env-entry-name=java:app/env/sending]/env-entry-value: %s
                    env-entry[env-entry-name=java:app/env/locking]/env-entry-value: %s
                    env-entry[env-entry-name=java:app/env/faults]/env-entry-value: "%s"
                    env-entry[env-entry-name=java:app/env/dirty-check]/env-entry-value: "%s"
                    env-entry[env-entry-name=java:app/env/order-of-access]/env-entry-value: %s
                    env-entry[env-entry-name=java:app/env/read-mostly]/env-entry-value: "%s"
                    env-entry[env-entry-name=java:app/env/supplier-url]/env-entry-value: http://127.0.0.1:%d/ecperf-supplier/orders
                    env-entry[env-entry-name=java:app/env/deliveries-url]/env-entry-value: http://127.0.0.1:%d/ecperf/deliveries
                """,
                sending,
                // Entity beans that the container guards lock nothing themselves.
                persistence.equals(CMP) ? "optimistic" : locking,
                faults,
                !persistence.equals(BMP),
                tuning.ordered() ? "keys" : "any",
                tuning.readMostly(),
                suppliers,
                port);
        return persistence.equals(CMP) ? front + entityBeans() : front;
    }

    private String entityBeans() {
        return "ecperf-cmp.jar:\n  META-INF/weblogic-ejb-jar.xml:\n"
                + WRITTEN.stream()
                        .map(bean -> {
                            String entity = "    weblogic-enterprise-bean[ejb-name=" + bean + "]/entity-descriptor/";
                            return entity + "entity-cache/concurrency-strategy: " + tuning.strategy() + '\n'
                                    + (tuning.cached()
                                            ? entity + "entity-cache/cache-between-transactions: \"true\"\n"
                                            : "")
                                    + (tuning.initialBeans() > 0
                                            ? entity + "pool/initial-beans-in-free-pool: " + tuning.initialBeans()
                                                    + '\n'
                                            : "");
                        })
                        .collect(Collectors.joining());
    }

    /** The directory of the module with the application. */
    String module() {
        return persistence.startsWith(BMP) ? "ear-bmp" : persistence.equals(CMP) ? "ear-cmp" : "ear";
    }

    /** Returns whether the application answers from rows that it has read before: beans that are {@code ReadOnly}. */
    boolean keepsRows() {
        return persistence.equals(CMP);
    }

    /** The protocol of the data source: messages and rows have to commit together where there are both. */
    String protocol() {
        return sending.equals(QUEUE) ? "logging-last-resource" : "one-phase-commit";
    }
}
