package io.keelson.ejb.management;

import io.keelson.base.measure.Described;
import io.keelson.ejb.container.BeanFigures;
import io.keelson.ejb.container.DeployedBean;

/** An enterprise bean of a running application, for management and metrics. Counts are those since its deployment. */
public record BeanRuntime(
        @Described("The module and the bean, as shop#orders/OrderBean.")
        String name,

        @Described("stateless, stateful, singleton, message-driven or entity.")
        String kind,

        @Described(value = "Calls that have ended.", grows = true)
        long calls,

        @Described(value = "Calls that ended with an exception other than an application exception.", grows = true)
        long failures,

        @Described(value = "Time of all calls together, in milliseconds.", grows = true)
        long callMillis,

        @Described("Time of the slowest call, in milliseconds.")
        long slowestMillis,

        @Described("Instances that wait for a call: of the pool, or entity beans with an identity.")
        int free,

        @Described("Instances of the pool that serve a call; -1 where they are not counted.")
        int inUse,

        @Described("Calls that wait for an instance of the pool.")
        int waiting,

        @Described(value = "Calls that have waited for an instance of the pool.", grows = true)
        long waits,

        @Described(value = "Calls that have waited for an instance in vain.", grows = true)
        long refusals,

        @Described("Stateful beans in memory.") int inMemory,
        @Described("Stateful beans on disk.") int onDisk,

        @Described(value = "Stateful beans that have gone to disk.", grows = true)
        long passivations,

        @Described(value = "Stateful beans that have come back from disk.", grows = true)
        long activations,

        @Described(value = "Stateful beans that have ended by their time-out.", grows = true)
        long expired) {
    static BeanRuntime of(DeployedBean bean) {
        BeanFigures now = bean.figures();
        return new BeanRuntime(
                bean.toString(),
                bean.model().kind().word(),
                now.calls(),
                now.failures(),
                now.millis(),
                now.slowest(),
                now.free(),
                now.inUse(),
                now.waiting(),
                now.waits(),
                now.refusals(),
                now.inMemory(),
                now.onDisk(),
                now.passivations(),
                now.activations(),
                now.expired());
    }
}
