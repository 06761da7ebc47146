package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.Declared;
import io.keelson.component.descriptor.Location;
import io.keelson.component.descriptor.ResourceAnnotations;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.descriptor.WebDescriptor.FilterMapping;
import io.keelson.servlet.descriptor.WebDescriptor.Listener;
import io.keelson.servlet.descriptor.WebDescriptor.ServletMapping;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.annotation.WebServlet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

/**
 * Reads {@code @WebServlet}, {@code @WebFilter} and {@code @WebListener} of one archive, ordered by the name of the
 * class. One an archive.
 *
 * <p>Specification: Servlet 6.1, 8.1 Annotations and Pluggability.
 */
final class AnnotationReader {
    private final String source;
    private final Declarations into;

    private AnnotationReader(String source) {
        this.source = source;
        this.into = new Declarations(Location.of("annotations in " + source));
    }

    /** Reads the annotations of the archive of that name. */
    static Declarations read(IndexView index, String source) throws DeploymentException {
        AnnotationReader reader = new AnnotationReader(source);
        for (AnnotationInstance servlet : on(index, WebServlet.class)) {
            reader.servlet(servlet);
        }
        for (AnnotationInstance filter : on(index, WebFilter.class)) {
            reader.filter(filter);
        }
        for (AnnotationInstance listener : on(index, WebListener.class)) {
            ClassInfo type = listener.target().asClass();
            String name = type.name().toString();
            reader.into.listeners.put(name, new Listener(name, reader.location(type)));
        }
        ResourceAnnotations.read(index, source, reader.into.environment);
        return reader.into;
    }

    private static List<AnnotationInstance> on(IndexView index, Class<?> annotation) {
        return index.getAnnotations(DotName.createSimple(annotation.getName())).stream()
                .filter(instance ->
                        instance.target() != null && instance.target().kind() == AnnotationTarget.Kind.CLASS)
                .sorted(Comparator.comparing((AnnotationInstance instance) ->
                        instance.target().asClass().name()))
                .toList();
    }

    private Location location(ClassInfo type) {
        return Location.of("class " + type.name() + " in " + source);
    }

    private void servlet(AnnotationInstance annotation) throws DeploymentException {
        ClassInfo type = annotation.target().asClass();
        Location location = location(type);
        Component servlet = component(annotation, "name", type, into.servlets);
        servlet.settings.put("servlet-class", type.name().toString(), location);
        text(annotation, "displayName", servlet, "display-name");
        AnnotationValue startup = annotation.value("loadOnStartup");
        if (startup != null) {
            servlet.settings.put("load-on-startup", startup.asInt(), location);
        }
        common(annotation, servlet);
        List<String> patterns = patterns(annotation, location);
        if (patterns.isEmpty()) {
            throw new DeploymentException(
                    location + ": @WebServlet has no URL pattern; expected value or urlPatterns to have one");
        }
        into.servletMappings.add(new ServletMapping(servlet.name, patterns, location));
    }

    private void filter(AnnotationInstance annotation) throws DeploymentException {
        ClassInfo type = annotation.target().asClass();
        Location location = location(type);
        Component filter = component(annotation, "filterName", type, into.filters);
        filter.settings.put("filter-class", type.name().toString(), location);
        text(annotation, "displayName", filter, "display-name");
        common(annotation, filter);
        List<String> patterns = patterns(annotation, location);
        List<String> servlets = strings(annotation, "servletNames");
        if (patterns.isEmpty() && servlets.isEmpty()) {
            throw new DeploymentException(
                    location + ": @WebFilter applies to nothing; expected value, urlPatterns or servletNames");
        }
        Set<DispatcherType> dispatchers = EnumSet.noneOf(DispatcherType.class);
        AnnotationValue types = annotation.value("dispatcherTypes");
        if (types != null) {
            for (String name : types.asEnumArray()) {
                dispatchers.add(DispatcherType.valueOf(name));
            }
        }
        if (dispatchers.isEmpty()) {
            dispatchers.add(DispatcherType.REQUEST);
        }
        into.filterMappings.add(new FilterMapping(filter.name, patterns, servlets, Set.copyOf(dispatchers), location));
    }

    private Component component(
            AnnotationInstance annotation,
            String nameElement,
            ClassInfo type,
            java.util.Map<String, Component> components)
            throws DeploymentException {
        AnnotationValue value = annotation.value(nameElement);
        String name = value == null || value.asString().isEmpty() ? type.name().toString() : value.asString();
        Component component = new Component(name, location(type));
        Component other = components.put(name, component);
        if (other != null) {
            throw new DeploymentException("'" + name + "' is declared twice by annotations: by " + other.location
                    + " and by " + component.location);
        }
        return component;
    }

    private static void text(AnnotationInstance annotation, String element, Component component, String key) {
        AnnotationValue value = annotation.value(element);
        if (value != null && !value.asString().isEmpty()) {
            component.settings.put(key, value.asString(), component.location);
        }
    }

    private static void common(AnnotationInstance annotation, Component component) {
        AnnotationValue async = annotation.value("asyncSupported");
        if (async != null) {
            component.settings.put("async-supported", async.asBoolean(), component.location);
        }
        AnnotationValue parameters = annotation.value("initParams");
        if (parameters != null) {
            for (AnnotationInstance parameter : parameters.asNestedArray()) {
                component.parameters.put(
                        parameter.value("name").asString(),
                        new Declared<>(parameter.value("value").asString(), component.location));
            }
        }
    }

    private static List<String> patterns(AnnotationInstance annotation, Location location) throws DeploymentException {
        List<String> value = strings(annotation, "value");
        List<String> named = strings(annotation, "urlPatterns");
        if (!value.isEmpty() && !named.isEmpty()) {
            throw new DeploymentException(
                    location + ": has URL patterns in value and in urlPatterns; expected one of them");
        }
        List<String> patterns = new ArrayList<>();
        for (String pattern : value.isEmpty() ? named : value) {
            patterns.add(Patterns.check(pattern, "6.1", location.toString()));
        }
        return List.copyOf(patterns);
    }

    private static List<String> strings(AnnotationInstance annotation, String element) {
        AnnotationValue value = annotation.value(element);
        return value == null ? List.of() : List.of(value.asStringArray());
    }
}
