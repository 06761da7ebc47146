package io.keelson.admin.feature;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.RuntimeJson;
import io.keelson.admin.rest.Schema;
import io.keelson.base.subsystem.Services;
import io.keelson.kernel.management.FeatureOperation;
import io.keelson.kernel.management.ManagementFeature;
import io.keelson.kernel.management.Role;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The features of rooms as resources of the management interface: their operations, and {@code features}, which describes them for the
 * console. Immutable. See docs/design/management.md.
 */
public final class FeatureRoutes {
    private final List<ManagementFeature> features;

    /**
     * Features in the order of their names.
     *
     * @throws IllegalStateException where two have one name, or two operations one address
     */
    public FeatureRoutes(List<ManagementFeature> features) {
        this.features = List.copyOf(features);
        Set<String> taken = new HashSet<>();
        for (ManagementFeature feature : features) {
            claim(taken, "the feature " + feature.name());
            for (FeatureOperation operation : feature.operations()) {
                claim(taken, method(operation) + " " + operation.path());
            }
        }
    }

    private static void claim(Set<String> taken, String what) {
        if (!taken.add(what)) {
            throw new IllegalStateException(what + " is declared twice by features of management; rename one");
        }
    }

    /** Returns the services that the features need. */
    public Set<Class<?>> services() {
        return features.stream()
                .flatMap(feature -> feature.requires().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Makes the routes of a server. */
    public List<Route> of(Services services) {
        List<Route> routes = new ArrayList<>();
        List<FeatureView> views = new ArrayList<>();
        for (ManagementFeature feature : features) {
            boolean here = feature.requires().stream()
                    .allMatch(type -> services.find(type).isPresent());
            views.add(FeatureView.of(feature, here));
            if (here) {
                Services granted = new FeatureServices(feature, services);
                feature.operations().forEach(operation -> routes.add(route(operation, granted)));
            }
        }
        routes.add(Route.of("GET", "features", Role.MONITOR, call -> list(call, views))
                .says("describes the features that rooms have brought to management, and their pages of the console")
                .answers(200, Schema.object("features", Schema.list(FeatureView.class))));
        return routes;
    }

    private static Answer list(Call call, List<FeatureView> views) throws Problem {
        call.query(Set.of());
        return Answer.json(
                200,
                Answer.JSON
                        .createObjectBuilder()
                        .add("features", RuntimeJson.of(views))
                        .build());
    }

    /** Returns the method of HTTP by which an operation is called. */
    static String method(FeatureOperation operation) {
        return switch (operation.kind()) {
            case READ -> "GET";
            case ACT -> "POST";
            case SET -> "PUT";
            case REMOVE -> "DELETE";
        };
    }

    private static Route route(FeatureOperation operation, Services services) {
        FeatureOperation.Handler handler = operation.handler().apply(services);
        Route route = Route.of(
                        method(operation),
                        operation.path().replaceAll("\\{[^}]*}", "*"),
                        operation.least(),
                        call -> answer(operation, handler, call))
                .says(operation.summary());
        for (FeatureOperation.Parameter parameter : operation.parameters()) {
            route = route.query(parameter.name(), Schema.TEXT);
        }
        Class<? extends Record> type = operation.answer();
        return type == null ? route.answers(204) : route.answers(200, new Schema.State(type));
    }

    private static Answer answer(FeatureOperation operation, FeatureOperation.Handler handler, Call call)
            throws Problem {
        Map<String, String> given = call.query(operation.parameters().stream()
                .map(FeatureOperation.Parameter::name)
                .collect(Collectors.toSet()));
        for (FeatureOperation.Parameter parameter : operation.parameters()) {
            if (parameter.required() && !given.containsKey(parameter.name())) {
                throw Problem.badRequest("The parameter '" + parameter.name() + "' is missing: " + parameter.help());
            }
        }
        Record done;
        try {
            done = handler.handle(new CallRequest(operation, call, given));
        } catch (FeatureOperation.RefusedException e) {
            throw problem(e);
        }
        return done == null ? Answer.empty(204) : Answer.json(200, RuntimeJson.of(done));
    }

    private static Problem problem(FeatureOperation.RefusedException refusal) {
        String why = String.valueOf(refusal.getMessage());
        return switch (refusal.reason()) {
            case WRONG -> Problem.badRequest(why);
            case UNKNOWN -> Problem.notFound(why);
            case CONFLICT -> Problem.notDone(409, "Conflict", why, List.of());
            case UNAVAILABLE -> Problem.notDone(503, "Not available", why, List.of());
        };
    }

    /** A call as the handler of a feature sees it. */
    private record CallRequest(FeatureOperation operation, Call call, Map<String, String> given)
            implements FeatureOperation.Request {
        @Override
        public String variable(String name) {
            int index = operation.variables().indexOf(name);
            if (index < 0) {
                throw new IllegalArgumentException(operation.path() + " has no variable " + name);
            }
            return call.variable(index);
        }

        @Override
        public Optional<String> parameter(String name) {
            return Optional.ofNullable(given.get(name));
        }

        @Override
        public String caller() {
            return call.caller().name();
        }
    }

    /** Services as a feature may use them: those that it names, and the kernel's. */
    private record FeatureServices(ManagementFeature feature, Services services) implements Services {
        @Override
        public <T> T get(Class<T> type) {
            return feature.requires().contains(type) ? services.find(type).orElseThrow() : services.get(type);
        }

        @Override
        public <T> Optional<T> find(Class<T> type) {
            return feature.requires().contains(type) ? services.find(type) : Optional.of(services.get(type));
        }

        @Override
        public <T> void publish(Class<T> type, T service) {
            throw new IllegalStateException("the feature " + feature.name() + " of management publishes "
                    + type.getName() + "; its room's subsystem is to do that");
        }
    }
}
