package io.keelson.ejb.management;

import io.keelson.deploy.spi.VersionedName;
import io.keelson.ejb.container.ApplicationBeans;
import io.keelson.ejb.container.DeployedBean;
import io.keelson.ejb.log.EjbLog;
import io.keelson.kernel.config.NearestName;
import io.keelson.kernel.management.FeatureOperation.RefusedException;
import io.keelson.kernel.management.FeatureOperation.RefusedException.Reason;
import jakarta.ejb.EJBException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Enterprise beans of the running applications, as operators see them. Thread-safe. */
public final class EjbAdministration {
    private final Map<String, ApplicationBeans> applications = new ConcurrentHashMap<>();

    /** Makes it for a server without applications. */
    public EjbAdministration() {}

    /** An application runs. */
    public void running(String application, ApplicationBeans beans) {
        applications.put(application, beans);
    }

    /** An application ends. */
    public void ending(String application, ApplicationBeans beans) {
        applications.remove(application, beans);
    }

    private Map<String, ApplicationBeans> chosen(@Nullable String application) throws RefusedException {
        Map<String, ApplicationBeans> all = new TreeMap<>(applications);
        if (application != null) {
            all.keySet()
                    .removeIf(name -> !name.equals(application)
                            && !VersionedName.plain(name).equals(application));
            if (all.isEmpty()) {
                throw new RefusedException(
                        Reason.UNKNOWN,
                        "No application '" + application + "' with enterprise beans runs on this server"
                                + NearestName.hint(application, applications.keySet()));
            }
        }
        return all;
    }

    /** Returns the beans of all applications, for metrics. */
    public List<BeanRuntime> runtimes() {
        return runtimes(new TreeMap<>(applications));
    }

    private static List<BeanRuntime> runtimes(Map<String, ApplicationBeans> of) {
        List<BeanRuntime> all = new ArrayList<>();
        for (ApplicationBeans each : of.values()) {
            for (DeployedBean bean : each.all()) {
                all.add(BeanRuntime.of(bean));
            }
        }
        all.sort(Comparator.comparing(BeanRuntime::name));
        return all;
    }

    /**
     * Lists beans.
     *
     * @param application its name, with or without a version; null: all
     */
    BeanList beans(@Nullable String application) throws RefusedException {
        return new BeanList(
                runtimes(chosen(application)).stream().map(BeanList.Row::of).toList());
    }

    /**
     * Lists timers.
     *
     * @param application its name, with or without a version; null: all
     */
    TimerList timers(@Nullable String application) throws RefusedException {
        List<TimerList.Row> all = new ArrayList<>();
        chosen(application)
                .forEach((name, beans) -> beans.timers().seen().forEach(seen -> all.add(TimerList.Row.of(name, seen))));
        all.sort(Comparator.comparing(TimerList.Row::due).thenComparing(TimerList.Row::name));
        return new TimerList(all);
    }

    EjbOverview overview() throws RefusedException {
        return new EjbOverview(beans(null).beans(), timers(null).timers());
    }

    /**
     * Cancels a timer.
     *
     * @param name application and id, with a colon between
     */
    EjbWork cancel(String name, String caller) throws RefusedException {
        int colon = name.lastIndexOf(':');
        String application = colon < 0 ? "" : name.substring(0, colon);
        ApplicationBeans beans = applications.get(application);
        try {
            if (beans == null || !beans.timers().cancel(name.substring(colon + 1))) {
                throw new RefusedException(
                        Reason.UNKNOWN,
                        "There is no timer '" + name + "' on this server; 'keelson ejb timers' lists what there is");
            }
        } catch (EJBException e) {
            throw new RefusedException(
                    Reason.UNAVAILABLE, "The timer '" + name + "' cannot be cancelled now: " + e.getMessage());
        }
        EjbLog.LOG.timerCancelled(name, caller);
        return new EjbWork(
                name, "The timer is cancelled. One of a schedule of the bean comes back with the next start.");
    }
}
