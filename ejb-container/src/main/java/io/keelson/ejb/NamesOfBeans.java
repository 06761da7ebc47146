package io.keelson.ejb;

import io.keelson.ejb.context.CurrentBean;
import io.keelson.kernel.naming.Naming;
import org.jspecify.annotations.Nullable;

/**
 * Decides which threads find the names below {@code java:comp} that only some beans have. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 8.3.3 and 10.15; Jakarta EE Platform 11, 5.10 and 5.16.
 */
final class NamesOfBeans {
    private NamesOfBeans() {}

    /** Guards the names of a server. */
    static void guard(Naming naming) {
        naming.guard("EJBContext", NamesOfBeans::ofBean);
        naming.guard("TimerService", NamesOfBeans::ofTimed);
        naming.guard("UserTransaction", NamesOfBeans::ofDemarcating);
    }

    private static @Nullable String ofBean() {
        return CurrentBean.get() == null ? "it is there for enterprise beans, and this thread works for none" : null;
    }

    private static @Nullable String ofTimed() {
        CurrentBean current = CurrentBean.get();
        if (current == null) {
            return ofBean();
        }
        return current.bean().stateful()
                ? "it is there for beans that can have timers, and "
                        + current.bean().name() + " is stateful"
                : null;
    }

    private static @Nullable String ofDemarcating() {
        CurrentBean current = CurrentBean.get();
        return current == null || current.bean().beanManagedTransactions()
                ? null
                : "bean " + current.bean().name() + " has container-managed transactions";
    }
}
