package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.Location;
import io.keelson.deploy.spi.Archive.Library;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.descriptor.WebDescriptor.Initializer;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.annotation.HandlesTypes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Type;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@code ServletContainerInitializer}s of an application: first those that parts of the server
 * contribute, then those of its classes, then those of its libraries in the order of the fragments. Those of libraries that
 * an absolute ordering leaves out do not count, whether metadata is complete or not.
 *
 * <p>Specification: Servlet 6.1, 8.2.4 Shared Libraries / Runtimes Pluggability.
 */
final class Initializers {
    private static final String SERVICE = "META-INF/services/" + ServletContainerInitializer.class.getName();

    /** Those of other servers' WebSockets, which work inside these servers only; the application's endpoints are served by this one. */
    private static final Set<String> OF_OTHER_SERVERS = Set.of(
            "org.apache.tomcat.websocket.server.WsSci",
            "org.eclipse.jetty.ee10.websocket.jakarta.server.config.JakartaWebSocketServletContainerInitializer",
            "org.eclipse.jetty.ee11.websocket.jakarta.server.config.JakartaWebSocketServletContainerInitializer");

    private final Deployment deployment;
    private final WebSources sources;

    Initializers(Deployment deployment, WebSources sources) {
        this.deployment = deployment;
        this.sources = sources;
    }

    List<Initializer> find() throws DeploymentException {
        List<Initializer> initializers = new ArrayList<>();
        try {
            HandledTypes types = new HandledTypes(deployment, sources);
            Set<String> done = new LinkedHashSet<>(leftOut());
            for (Found found : all()) {
                if (OF_OTHER_SERVERS.contains(found.className)) {
                    WebDescriptorLog.LOG.ofAnotherServer(deployment.name(), found.className, found.source);
                } else if (done.add(found.className)) {
                    initializers.add(
                            new Initializer(found.className, handled(found, types), Location.of(found.source)));
                }
            }
        } catch (IOException e) {
            throw new DeploymentException("could not look for initializers of " + deployment.name(), e);
        }
        return initializers;
    }

    private record Found(String className, String source) {}

    private List<Found> all() throws IOException {
        List<Found> own = new ArrayList<>();
        Optional<Path> classes = deployment.archive().file("WEB-INF/classes/" + SERVICE);
        if (classes.isPresent()) {
            try (InputStream in = Files.newInputStream(classes.get())) {
                add(own, in, "WEB-INF/classes/" + SERVICE);
            }
        }
        for (Fragment fragment : sources.fragments()) {
            add(own, fragment.library());
        }
        List<Found> all = contributed(own);
        all.addAll(own);
        return all;
    }

    private Set<String> leftOut() throws IOException {
        List<Found> out = new ArrayList<>();
        for (Fragment fragment : sources.leftOut()) {
            add(out, fragment.library());
        }
        return out.stream().map(Found::className).collect(java.util.stream.Collectors.toSet());
    }

    /** Returns what the application's loader sees beside the application's own: parts that it uses. */
    private List<Found> contributed(List<Found> own) throws IOException {
        List<Found> visible = new ArrayList<>();
        for (URL url : Collections.list(deployment.classLoader().getResources(SERVICE))) {
            URLConnection connection = url.openConnection();
            connection.setUseCaches(false); // a cached jar file would outlive the application
            try (InputStream in = connection.getInputStream()) {
                add(visible, in, url.toString());
            }
        }
        visible.removeIf(found -> own.stream().anyMatch(mine -> mine.className.equals(found.className)));
        return visible;
    }

    private static void add(List<Found> found, Library library) throws IOException {
        try (@Nullable InputStream in = library.open(SERVICE).orElse(null)) {
            if (in != null) {
                add(found, in, "WEB-INF/lib/" + library.name() + "!" + SERVICE);
            }
        }
    }

    /** The format of {@code ServiceLoader}: a name a line, comments after a hash. */
    private static void add(List<Found> found, InputStream in, String source) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            int comment = line.indexOf('#');
            String name = (comment < 0 ? line : line.substring(0, comment)).strip();
            if (!name.isEmpty()) {
                found.add(new Found(name, source));
            }
        }
    }

    private @Nullable List<String> handled(Found initializer, HandledTypes types) throws DeploymentException {
        Set<String> handled = new LinkedHashSet<>();
        for (String type : typesOf(initializer)) {
            types.addTo(handled, type, initializer.className);
        }
        return handled.isEmpty() ? null : List.copyOf(handled);
    }

    private List<String> typesOf(Found initializer) throws DeploymentException {
        ClassInfo indexed = deployment.index().getClassByName(DotName.createSimple(initializer.className));
        if (indexed != null) {
            AnnotationInstance annotation =
                    indexed.declaredAnnotation(DotName.createSimple(HandlesTypes.class.getName()));
            List<String> names = new ArrayList<>();
            if (annotation != null) {
                for (Type type : annotation.value().asClassArray()) {
                    names.add(type.name().toString());
                }
            }
            return names;
        }
        try {
            HandlesTypes annotation = Class.forName(initializer.className, false, deployment.classLoader())
                    .getAnnotation(HandlesTypes.class);
            List<String> names = new ArrayList<>();
            if (annotation != null) {
                for (Class<?> type : annotation.value()) {
                    names.add(type.getName());
                }
            }
            return names;
        } catch (ClassNotFoundException | LinkageError | TypeNotPresentException | ArrayStoreException e) {
            throw new DeploymentException(
                    initializer.source + " names the initializer " + initializer.className
                            + ", which cannot be loaded: " + e,
                    e);
        }
    }
}
