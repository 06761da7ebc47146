package io.keelson.ejb.management;

import io.keelson.kernel.management.ConsolePage;
import io.keelson.kernel.management.FeatureOperation;
import io.keelson.kernel.management.FeatureOperation.Kind;
import io.keelson.kernel.management.FeatureOperation.Work;
import io.keelson.kernel.management.ManagementFeature;
import io.keelson.kernel.management.Role;
import java.util.List;
import java.util.Set;

/** The management of enterprise beans: the commands {@code keelson ejb}, their resources of REST, and the page of the console. */
public final class EjbFeature implements ManagementFeature {
    static final String CANCEL = "cancel-timer";
    private static final String CANCELLING = "ejb/timers/{name}/cancel";
    private static final String OVERVIEW = "ejb/overview";

    /** For {@link java.util.ServiceLoader}. */
    public EjbFeature() {}

    @Override
    public String name() {
        return "ejb";
    }

    @Override
    public String help() {
        return "Shows enterprise beans with their figures, and their timers, and cancels timers.";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(EjbAdministration.class);
    }

    private static FeatureOperation operation(
            Kind kind,
            String path,
            Role least,
            String summary,
            Class<? extends Record> answer,
            Work<EjbAdministration> work) {
        return FeatureOperation.of(kind, path, least, summary).answers(answer).handledBy(EjbAdministration.class, work);
    }

    private static FeatureOperation ofApplication(FeatureOperation operation) {
        return operation.takes("application", "The name of an application; without it all are meant.", false);
    }

    @Override
    public List<FeatureOperation> operations() {
        return List.of(
                ofApplication(operation(
                                Kind.READ,
                                "ejb/beans",
                                Role.MONITOR,
                                "lists enterprise beans with their figures",
                                BeanList.class,
                                (server, request) -> server.beans(
                                        request.parameter("application").orElse(null))))
                        .command("list"),
                ofApplication(operation(
                                Kind.READ,
                                "ejb/timers",
                                Role.MONITOR,
                                "lists the timers of enterprise beans",
                                TimerList.class,
                                (server, request) -> server.timers(
                                        request.parameter("application").orElse(null))))
                        .command("timers"),
                operation(
                                Kind.ACT,
                                CANCELLING,
                                Role.OPERATOR,
                                "cancels a timer",
                                EjbWork.class,
                                (server, request) -> server.cancel(request.variable("name"), request.caller()))
                        .command(CANCEL),
                operation(
                        Kind.READ,
                        OVERVIEW,
                        Role.MONITOR,
                        "lists enterprise beans and their timers",
                        EjbOverview.class,
                        (server, request) -> server.overview()));
    }

    @Override
    public List<ConsolePage> pages() {
        return List.of(new ConsolePage(
                "beans",
                "Beans",
                "Applications",
                "Enterprise beans of each server with what they do, and their timers: when they are due, who fires"
                        + " them, and what failed last.",
                OVERVIEW,
                "name",
                List.of(CANCELLING)));
    }
}
