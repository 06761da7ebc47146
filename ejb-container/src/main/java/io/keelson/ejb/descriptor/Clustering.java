package io.keelson.ejb.descriptor;

import io.keelson.api.remote.Clustered;
import io.keelson.api.remote.Idempotent;
import io.keelson.api.remote.LoadAlgorithm;
import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the stubs of a bean: which member of the cluster they call, and which calls they may repeat. Immutable.
 *
 * @param calls how a stub of a bean without identity chooses a member; null: as the class says
 * @param homes how a stub of a home chooses one; null: as the class says
 * @param allIdempotent whether each business method may be executed twice
 * @param idempotent methods that may be executed twice
 */
public record Clustering(
        @Nullable LoadAlgorithm calls,
        @Nullable LoadAlgorithm homes,
        boolean allIdempotent,
        List<IdempotentMethod> idempotent) {
    private static final Map<String, String> ELEMENTS = Map.of(
            "stateless-session-descriptor", "stateless-clustering",
            "stateful-session-descriptor", "stateful-session-clustering",
            "entity-descriptor", "entity-clustering");

    /** Says nothing. */
    public static final Clustering NONE = new Clustering(null, null, false, List.of());

    /** Methods that may be executed twice, of homes or of the others. */
    record IdempotentMethod(MethodPattern methods, @Nullable String of) {
        boolean names(Method method, boolean home) {
            return (of == null || of.equals("Home") == home) && methods.names(method) > 0;
        }
    }

    /** Reads the element of a bean and the elements {@code idempotent-methods} of its module. */
    static Clustering of(String bean, @Nullable Element whole, List<Element> methods) throws DeploymentException {
        Element clustering = clustering(whole);
        List<IdempotentMethod> idempotent = new ArrayList<>();
        for (Element each : methods) {
            for (Element method : each.all("method")) {
                if (method.requiredTextOf("ejb-name").equals(bean)) {
                    idempotent.add(new IdempotentMethod(MethodPattern.of(method), method.textOf("method-intf")));
                }
            }
        }
        Element all = clustering == null ? null : clustering.first("stateless-bean-methods-are-idempotent");
        return new Clustering(
                algorithm(clustering, "stateless-bean-load-algorithm"),
                algorithm(clustering, "home-load-algorithm"),
                all != null && all.bool(),
                List.copyOf(idempotent));
    }

    private static @Nullable Element clustering(@Nullable Element bean) {
        for (Map.Entry<String, String> kind : ELEMENTS.entrySet()) {
            Element descriptor = bean == null ? null : bean.first(kind.getKey());
            if (descriptor != null) {
                return descriptor.first(kind.getValue());
            }
        }
        return null;
    }

    private static @Nullable LoadAlgorithm algorithm(@Nullable Element of, String child) throws DeploymentException {
        Element element = of == null ? null : of.first(child);
        if (element == null) {
            return null;
        }
        String text = word(element.requiredText());
        for (LoadAlgorithm each : LoadAlgorithm.values()) {
            if (word(each.name()).equals(text)) {
                return each;
            }
        }
        throw element.wrong("is '" + element.text() + "'; expected RoundRobin, Random or WeightBased, each also with"
                + " Affinity behind it");
    }

    private static String word(String name) {
        return name.replace("_", "").replace("-", "").toLowerCase(Locale.ROOT);
    }

    /** Returns how stubs of a bean choose a member. */
    public LoadAlgorithm algorithm(Class<?> beanClass, boolean home) {
        LoadAlgorithm declared = home ? homes : calls;
        Clustered annotated = beanClass.getAnnotation(Clustered.class);
        if (declared != null) {
            return declared;
        }
        return annotated == null ? LoadAlgorithm.ROUND_ROBIN : annotated.value();
    }

    /**
     * Returns true if a method of a view may be executed twice.
     *
     * @param own the method of the bean's class behind it, whose annotation counts, too; null where there is none
     */
    public boolean idempotent(Method method, @Nullable Method own, boolean home) {
        boolean annotated = own != null
                && (own.isAnnotationPresent(Idempotent.class)
                        || own.getDeclaringClass().isAnnotationPresent(Idempotent.class));
        return annotated || allIdempotent && !home || idempotent.stream().anyMatch(each -> each.names(method, home));
    }
}
