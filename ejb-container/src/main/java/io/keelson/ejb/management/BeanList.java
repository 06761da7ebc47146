package io.keelson.ejb.management;

import java.util.List;

/**
 * The enterprise beans of a server.
 *
 * @param beans in the order of their names
 */
public record BeanList(List<Row> beans) {
    public BeanList {
        beans = List.copyOf(beans);
    }

    /**
     * A bean. Counts are those since its deployment.
     *
     * @param name the module and the bean
     * @param kind stateless, stateful, singleton, message-driven or entity
     * @param calls that have ended
     * @param failures calls that ended with an exception other than an application exception
     * @param meanMillis mean time of a call, in milliseconds
     * @param slowestMillis time of the slowest call, in milliseconds
     * @param instances as words: in the pool, in memory, on disk
     * @param waits calls that have waited for an instance
     * @param refusals calls that waited in vain
     * @param passivations stateful beans that have gone to disk
     * @param actions none
     */
    public record Row(
            String name,
            String kind,
            long calls,
            long failures,
            double meanMillis,
            long slowestMillis,
            String instances,
            long waits,
            long refusals,
            long passivations,
            List<String> actions) {
        public Row {
            actions = List.copyOf(actions);
        }

        static Row of(BeanRuntime bean) {
            double mean = bean.calls() == 0 ? 0 : Math.round(100.0 * bean.callMillis() / bean.calls()) / 100.0;
            return new Row(
                    bean.name(),
                    bean.kind(),
                    bean.calls(),
                    bean.failures(),
                    mean,
                    bean.slowestMillis(),
                    instances(bean),
                    bean.waits(),
                    bean.refusals(),
                    bean.passivations(),
                    List.of());
        }

        private static String instances(BeanRuntime bean) {
            return switch (bean.kind()) {
                case "stateful" -> bean.inMemory() + " in memory, " + bean.onDisk() + " on disk";
                case "singleton" -> "one";
                case "entity" -> bean.free() + " with identity";
                default ->
                    bean.inUse() + " in use, " + bean.free() + " free"
                            + (bean.waiting() == 0 ? "" : ", " + bean.waiting() + " calls wait");
            };
        }
    }
}
