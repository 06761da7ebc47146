package io.keelson.ee.connectors.descriptor;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.connectors.descriptor.AdapterDescriptor.Connections;
import io.keelson.ee.connectors.descriptor.AdapterDescriptor.Listener;
import io.keelson.ee.connectors.descriptor.AdapterDescriptor.ObjectType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/**
 * Reads the annotations of a resource adapter's classes. A default of {@code @ConfigProperty} is a value that descriptors replace.
 *
 * <p>Specification: Connectors 2.1, chapter 18.
 */
public final class AdapterAnnotations {
    private static final String SPI = "jakarta.resource.spi.";
    private static final DotName OBJECT = DotName.createSimple("java.lang.Object");
    private static final DotName CONFIG = DotName.createSimple(SPI + "ConfigProperty");

    private final IndexView index;

    private AdapterAnnotations(IndexView index) {
        this.index = index;
    }

    /**
     * Joins the annotations and a descriptor, whose word counts where both have one.
     *
     * @param descriptor null where there is none
     */
    public static AdapterDescriptor read(IndexView index, @Nullable AdapterDescriptor descriptor)
            throws DeploymentException {
        return new AdapterAnnotations(index).read(descriptor);
    }

    private AdapterDescriptor read(@Nullable AdapterDescriptor descriptor) throws DeploymentException {
        AdapterDescriptor given = descriptor == null
                ? new AdapterDescriptor(null, List.of(), null, List.of(), List.of(), List.of(), Set.of())
                : descriptor;
        AnnotationInstance connector = connector(given.adapterClass());
        String adapterClass = given.adapterClass();
        @Nullable Support support = given.support();
        Set<String> contexts = new LinkedHashSet<>(given.contexts());
        if (connector != null) {
            adapterClass = connector.target().asClass().name().toString();
            AnnotationValue level = connector.value("transactionSupport");
            Support said = level == null ? null : Support.of(level.asEnum());
            support = support == null ? said : support;
            AnnotationValue required = connector.value("requiredWorkContexts");
            if (required != null) {
                Stream.of(required.asClassArray())
                        .forEach(type -> contexts.add(type.name().toString()));
            }
        }
        return new AdapterDescriptor(
                adapterClass,
                adapterClass == null ? given.properties() : over(adapterClass, given.properties()),
                support,
                merged(
                        given.connections().stream().map(this::completed).toList(),
                        connections(),
                        Connections::managedFactory,
                        Connections::factoryInterface),
                merged(
                        given.listeners().stream().map(this::completed).toList(),
                        listeners(),
                        Listener::type,
                        l -> null),
                merged(
                        given.objects().stream().map(this::completed).toList(),
                        objects(),
                        ObjectType::objectClass,
                        ObjectType::type),
                contexts);
    }

    private Connections completed(Connections each) {
        return new Connections(
                each.managedFactory(), each.factoryInterface(), over(each.managedFactory(), each.properties()));
    }

    private Listener completed(Listener each) {
        return new Listener(
                each.type(), each.activationSpec(), each.required(), over(each.activationSpec(), each.properties()));
    }

    private ObjectType completed(ObjectType each) {
        return new ObjectType(each.type(), each.objectClass(), over(each.objectClass(), each.properties()));
    }

    private List<ConfigProperty> over(String type, List<ConfigProperty> given) {
        return ConfigProperty.over(defaults(type), given);
    }

    private static <T> List<T> merged(
            List<T> described, List<T> annotated, Function<T, String> key, Function<T, @Nullable String> second) {
        List<T> all = new ArrayList<>(described);
        for (T each : annotated) {
            if (described.stream()
                    .noneMatch(other -> key.apply(other).equals(key.apply(each))
                            && (second.apply(other) == null
                                    || String.valueOf(second.apply(other)).equals(second.apply(each))))) {
                all.add(each);
            }
        }
        return all;
    }

    private @Nullable AnnotationInstance connector(@Nullable String described) throws DeploymentException {
        List<AnnotationInstance> all = on("Connector").toList();
        if (described != null) {
            return all.stream()
                    .filter(each -> each.target().asClass().name().toString().equals(described))
                    .findFirst()
                    .orElse(null);
        }
        if (all.size() > 1) {
            throw new DeploymentException("several classes have @Connector: "
                    + all.stream()
                            .map(each -> each.target().toString())
                            .sorted()
                            .toList()
                    + "; name the one that counts in META-INF/ra.xml");
        }
        return all.isEmpty() ? null : all.get(0);
    }

    private Stream<AnnotationInstance> on(String annotation) {
        return index.getAnnotations(DotName.createSimple(SPI + annotation)).stream()
                .filter(each -> each.target() != null && each.target().kind() == AnnotationTarget.Kind.CLASS);
    }

    private List<Connections> connections() {
        List<Connections> all = new ArrayList<>();
        on("ConnectionDefinition")
                .forEach(each -> all.add(connections(each, each.target().asClass())));
        on("ConnectionDefinitions").forEach(several -> {
            AnnotationValue value = several.value();
            if (value != null) {
                Stream.of(value.asNestedArray())
                        .forEach(each ->
                                all.add(connections(each, several.target().asClass())));
            }
        });
        return all;
    }

    private Connections connections(AnnotationInstance definition, ClassInfo factory) {
        AnnotationValue type = definition.value("connectionFactory");
        String name = factory.name().toString();
        return new Connections(name, type == null ? null : type.asClass().name().toString(), defaults(name));
    }

    private List<Listener> listeners() {
        List<Listener> all = new ArrayList<>();
        on("Activation").forEach(each -> {
            String spec = each.target().asClass().name().toString();
            AnnotationValue types = each.value("messageListeners");
            if (types != null) {
                Stream.of(types.asClassArray())
                        .forEach(type -> all.add(new Listener(type.name().toString(), spec, Set.of(), defaults(spec))));
            }
        });
        return all;
    }

    private List<ObjectType> objects() {
        List<ObjectType> all = new ArrayList<>();
        on("AdministeredObject").forEach(each -> {
            String type = each.target().asClass().name().toString();
            AnnotationValue interfaces = each.value("adminObjectInterfaces");
            if (interfaces == null || interfaces.asClassArray().length == 0) {
                all.add(new ObjectType(null, type, defaults(type)));
            } else {
                Stream.of(interfaces.asClassArray())
                        .forEach(one -> all.add(new ObjectType(one.name().toString(), type, defaults(type))));
            }
        });
        return all;
    }

    /** The values that {@code @ConfigProperty} gives on fields and setters of a class and those above it. */
    private List<ConfigProperty> defaults(String type) {
        List<ConfigProperty> all = new ArrayList<>();
        for (ClassInfo each = index.getClassByName(DotName.createSimple(type));
                each != null && !each.name().equals(OBJECT);
                each = each.superName() == null ? null : index.getClassByName(each.superName())) {
            all.addAll(0, of(each.annotationsMap().getOrDefault(CONFIG, List.of())));
        }
        return ConfigProperty.over(all, List.of());
    }

    private static List<ConfigProperty> of(Collection<AnnotationInstance> annotations) {
        List<ConfigProperty> all = new ArrayList<>();
        for (AnnotationInstance each : annotations) {
            AnnotationValue value = each.value("defaultValue");
            AnnotationTarget target = each.target();
            if (value == null || value.asString().isEmpty() || target == null) {
                continue;
            }
            if (target.kind() == AnnotationTarget.Kind.FIELD) {
                all.add(new ConfigProperty(target.asField().name(), value.asString(), target.toString()));
            } else if (target.kind() == AnnotationTarget.Kind.METHOD
                    && target.asMethod().name().startsWith("set")
                    && target.asMethod().name().length() > 3) {
                String name = target.asMethod().name().substring(3);
                all.add(new ConfigProperty(
                        name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1),
                        value.asString(),
                        target.toString()));
            }
        }
        return all;
    }
}
