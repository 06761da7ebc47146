package io.keelson.component.descriptor;

import io.keelson.component.descriptor.ComponentDescriptor.ResourceKind;
import io.keelson.deploy.spi.DeploymentException;
import jakarta.annotation.Resource;
import jakarta.annotation.Resources;
import jakarta.annotation.sql.DataSourceDefinition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code @DataSourceDefinition}, the definitions of Jakarta Messaging and {@code @Resource} on classes, with their plurals, of one
 * archive (Jakarta Annotations 3.0, 2.4
 * to 2.15). What stands on fields and methods counts when a component is made.
 *
 * <p>Specification: Servlet 6.1, 15.5.5 @Resource Annotation.
 */
public final class ResourceAnnotations {
    /**
     * A kind of resource that an annotation defines. The element {@code isolationLevel} is the setting {@code isolation-level} of
     * descriptors.
     *
     * @param annotation its name; the plural's ends in s
     * @param kind the name of the element of descriptors
     * @param called as messages name it
     * @param elements those that are settings
     */
    private record Defining(String annotation, String kind, String called, List<String> elements) {}

    private static final String CONCURRENT = "jakarta.enterprise.concurrent.";
    private static final List<String> EXECUTOR =
            List.of("context", "hungTaskThreshold", "maxAsync", "virtual", "qualifiers");

    private static final List<Defining> DEFINING = List.of(
            new Defining(
                    DataSourceDefinition.class.getName(),
                    "data-source",
                    "data source",
                    List.of(
                            "className",
                            "url",
                            "user",
                            "password",
                            "databaseName",
                            "portNumber",
                            "serverName",
                            "isolationLevel",
                            "transactional",
                            "initialPoolSize",
                            "maxPoolSize",
                            "minPoolSize",
                            "maxIdleTime",
                            "maxStatements",
                            "loginTimeout")),
            new Defining(
                    "jakarta.jms.JMSConnectionFactoryDefinition",
                    "jms-connection-factory",
                    "connection factory",
                    List.of(
                            "interfaceName",
                            "className",
                            "resourceAdapter",
                            "user",
                            "password",
                            "clientId",
                            "transactional",
                            "maxPoolSize",
                            "minPoolSize")),
            new Defining(
                    "jakarta.jms.JMSDestinationDefinition",
                    "jms-destination",
                    "destination",
                    List.of("interfaceName", "className", "resourceAdapter", "destinationName")),
            new Defining(
                    "jakarta.mail.MailSessionDefinition",
                    "mail-session",
                    "mail session",
                    List.of("storeProtocol", "transportProtocol", "host", "user", "password", "from")),
            new Defining(
                    "jakarta.resource.ConnectionFactoryDefinition",
                    "connection-factory",
                    "connection factory",
                    List.of("interfaceName", "resourceAdapter", "transactionSupport", "maxPoolSize", "minPoolSize")),
            new Defining(
                    "jakarta.resource.AdministeredObjectDefinition",
                    "administered-object",
                    "administered object",
                    List.of("interfaceName", "className", "resourceAdapter")),
            new Defining(
                    CONCURRENT + "ContextServiceDefinition",
                    "context-service",
                    "context service",
                    List.of("cleared", "propagated", "unchanged", "qualifiers")),
            new Defining(CONCURRENT + "ManagedExecutorDefinition", "managed-executor", "managed executor", EXECUTOR),
            new Defining(
                    CONCURRENT + "ManagedScheduledExecutorDefinition",
                    "managed-scheduled-executor",
                    "managed scheduled executor",
                    EXECUTOR),
            new Defining(
                    CONCURRENT + "ManagedThreadFactoryDefinition",
                    "managed-thread-factory",
                    "managed thread factory",
                    List.of("context", "priority", "virtual", "qualifiers")));

    /** Elements whose name is not that of descriptors. */
    private static final Map<String, String> ELSEWHERE =
            Map.of("context", "context-service-ref", "qualifiers", "qualifier");

    private final String source;
    private final ComponentDeclarations into;

    private ResourceAnnotations(String source, ComponentDeclarations into) {
        this.source = source;
        this.into = into;
    }

    /** Adds what the annotations of an archive declare. */
    public static void read(IndexView index, String source, ComponentDeclarations into) throws DeploymentException {
        ResourceAnnotations reader = new ResourceAnnotations(source, into);
        for (Defining defining : DEFINING) {
            String plural = defining.annotation() + (defining.annotation().startsWith(CONCURRENT) ? "$List" : "s");
            for (AnnotationInstance each : onClasses(index, defining.annotation(), plural)) {
                reader.definition(each, defining);
            }
        }
        for (AnnotationInstance each : onClasses(index, Resource.class.getName(), Resources.class.getName())) {
            reader.resource(each);
        }
    }

    /** Single ones and those within a plural, ordered by the name of the class. */
    private static List<AnnotationInstance> onClasses(IndexView index, String single, String plural) {
        List<AnnotationInstance> all = new ArrayList<>();
        index.getAnnotations(DotName.createSimple(single)).stream()
                .filter(each -> each.target() != null && each.target().kind() == AnnotationTarget.Kind.CLASS)
                .forEach(all::add);
        for (AnnotationInstance several : index.getAnnotations(DotName.createSimple(plural))) {
            if (several.target() != null && several.target().kind() == AnnotationTarget.Kind.CLASS) {
                for (AnnotationInstance each : several.value().asNestedArray()) {
                    all.add(AnnotationInstance.create(each.name(), several.target(), each.values()));
                }
            }
        }
        all.sort(Comparator.comparing(each -> each.target().asClass().name()));
        return all;
    }

    private Location location(AnnotationInstance annotation) {
        return Location.of("class " + annotation.target().asClass().name() + " in " + source);
    }

    private static @Nullable String text(AnnotationInstance annotation, String element) {
        AnnotationValue value = annotation.value(element);
        String text = value == null ? "" : value.value().toString();
        return text.isEmpty() ? null : text;
    }

    /** An empty array says something else than none. */
    private static String texts(AnnotationValue array) {
        return array.asArrayList().stream()
                .map(each -> each.kind() == AnnotationValue.Kind.CLASS
                        ? each.asClass().name().toString()
                        : each.value().toString())
                .collect(Collectors.joining(","));
    }

    private void definition(AnnotationInstance annotation, Defining defining) throws DeploymentException {
        Location location = location(annotation);
        String name = text(annotation, "name");
        if (name == null) {
            throw new DeploymentException(location + ": @" + annotation.name().withoutPackagePrefix() + " has no name");
        }
        Map<String, String> settings = new LinkedHashMap<>();
        for (String element : defining.elements()) {
            AnnotationValue declared = annotation.value(element);
            String value = declared != null && declared.kind() == AnnotationValue.Kind.ARRAY
                    ? texts(declared)
                    : text(annotation, element);
            if (value != null) {
                settings.put(ELSEWHERE.getOrDefault(element, inKebabCase(element)), value);
            }
        }
        Map<String, String> properties = new LinkedHashMap<>();
        AnnotationValue declared = annotation.value("properties");
        for (String each : declared == null ? new String[0] : declared.asStringArray()) {
            int equals = each.indexOf('=');
            if (equals < 1) {
                throw new DeploymentException(
                        location + ": @" + annotation.name().withoutPackagePrefix()
                                + " has a property that is not written as name=value");
            }
            properties.put(each.substring(0, equals).trim(), each.substring(equals + 1));
        }
        Declared<ComponentDeclarations.Definition> next = new Declared<>(
                new ComponentDeclarations.Definition(defining.kind(), Map.copyOf(settings), Map.copyOf(properties)),
                location);
        Declared<ComponentDeclarations.Definition> other = into.definitions.putIfAbsent(name, next);
        if (other != null && !other.equals(next)) {
            throw new DeploymentException("the " + defining.called() + " '" + name
                    + "' is defined differently by two classes: " + other.location() + " and " + location);
        }
    }

    private static String inKebabCase(String element) {
        StringBuilder name = new StringBuilder();
        for (char c : element.toCharArray()) {
            if (Character.isUpperCase(c)) {
                name.append('-');
            }
            name.append(Character.toLowerCase(c));
        }
        return name.toString();
    }

    /** A class that is no component may have one too, of another framework; so it only adds a name. */
    private void resource(AnnotationInstance annotation) {
        String name = text(annotation, "name");
        if (name != null) {
            AnnotationValue type = annotation.value("type");
            into.references.putIfAbsent(
                    name,
                    new Declared<>(
                            new ComponentDeclarations.Reference(
                                    ResourceKind.RESOURCE_REF,
                                    type == null ? null : type.asClass().name().toString(),
                                    text(annotation, "lookup"),
                                    text(annotation, "mappedName"),
                                    Map.of(),
                                    Map.of(),
                                    List.of()),
                            location(annotation)));
        }
    }
}
