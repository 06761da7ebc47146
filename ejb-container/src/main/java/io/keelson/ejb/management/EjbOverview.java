package io.keelson.ejb.management;

import java.util.List;

/**
 * The beans and the timers of a server.
 *
 * @param beans in the order of their names
 * @param timers in the order of their due times
 */
public record EjbOverview(List<BeanList.Row> beans, List<TimerList.Row> timers) {
    public EjbOverview {
        beans = List.copyOf(beans);
        timers = List.copyOf(timers);
    }
}
