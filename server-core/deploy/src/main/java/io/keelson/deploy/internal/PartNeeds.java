package io.keelson.deploy.internal;

import io.keelson.deploy.spi.Archive;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.loader.PartNeed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/**
 * Decides for one module of an application which parts it needs. Reads files and the index only; confined to the deploying thread.
 *
 * @param module the module, with its index
 * @param shared the index of the libraries that all modules share
 */
record PartNeeds(RunningDeployment module, IndexView shared) {
    private static final String CONFIGURATION = "META-INF/microprofile-config.properties";

    /** Returns true if one of the conditions holds. */
    boolean hold(PartNeed need) throws DeploymentException {
        return reason(need).isPresent();
    }

    /** Returns the first condition that holds, as a sentence's subject and verb; empty where none does. */
    Optional<String> reason(PartNeed need) throws DeploymentException {
        Optional<String> reason = annotated(need.annotations(), module.index())
                .or(() -> annotated(need.annotations(), shared))
                .or(() -> annotated(need.ownAnnotations(), module.indexOfClasses()))
                .or(() -> typed(need.types()))
                .or(() -> referred(need.references()));
        if (reason.isEmpty()) {
            reason = filed(need.files());
        }
        if (reason.isEmpty()) {
            reason = configured(need.properties());
        }
        return reason.isPresent() ? reason : described(need.webXml());
    }

    /** Returns the first annotation of a resource for which the part is needed where resources are described; empty where there is none. */
    Optional<String> resource(PartNeed need) {
        return annotated(need.resources(), module.index()).or(() -> annotated(need.resources(), shared));
    }

    /** The descriptor itself is read later, by its own reader; here only a name in it counts. */
    private Optional<String> described(Set<String> texts) throws DeploymentException {
        Optional<Path> descriptor =
                texts.isEmpty() ? Optional.empty() : module.archive().file("WEB-INF/web.xml");
        if (descriptor.isEmpty()) {
            return Optional.empty();
        }
        try {
            String content = Files.readString(descriptor.get(), StandardCharsets.ISO_8859_1);
            return texts.stream().filter(content::contains).findFirst().map(text -> "WEB-INF/web.xml names " + text);
        } catch (IOException e) {
            throw new DeploymentException("WEB-INF/web.xml cannot be read: " + e.getMessage(), e);
        }
    }

    private static Optional<String> annotated(Set<String> annotations, IndexView index) {
        for (String name : annotations) {
            for (AnnotationInstance found : index.getAnnotations(DotName.createSimple(name))) {
                return Optional.of(place(found.target()) + " has @" + name);
            }
        }
        return Optional.empty();
    }

    private static String place(@Nullable AnnotationTarget target) {
        if (target == null) {
            return "a class";
        }
        return switch (target.kind()) {
            case CLASS -> target.asClass().name().toString();
            case FIELD ->
                target.asField().declaringClass().name() + "."
                        + target.asField().name();
            case METHOD ->
                target.asMethod().declaringClass().name() + "."
                        + target.asMethod().name() + "()";
            case METHOD_PARAMETER ->
                target.asMethodParameter().method().declaringClass().name() + "."
                        + target.asMethodParameter().method().name() + "()";
            case TYPE -> "a type";
            case RECORD_COMPONENT ->
                target.asRecordComponent().declaringClass().name().toString();
        };
    }

    private Optional<String> typed(Set<String> types) {
        for (String type : types) {
            DotName name = DotName.createSimple(type);
            for (IndexView index : List.of(module.index(), shared)) {
                Optional<ClassInfo> found = Stream.concat(
                                index.getAllKnownImplementations(name).stream(),
                                index.getAllKnownSubclasses(name).stream())
                        .findFirst();
                if (found.isPresent()) {
                    return Optional.of(found.get().name() + " is a " + type);
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> referred(Set<String> classes) {
        for (String type : classes) {
            for (IndexView index : List.of(module.index(), shared)) {
                Optional<ClassInfo> found =
                        index.getKnownUsers(DotName.createSimple(type)).stream().findFirst();
                if (found.isPresent()) {
                    return Optional.of(found.get().name() + " refers to " + type);
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> filed(Set<String> files) throws DeploymentException {
        for (String file : files) {
            if (module.archive().file(file).isPresent() || classFile(file).isPresent() || inLibraries(file)) {
                return Optional.of("there is " + file);
            }
        }
        return Optional.empty();
    }

    /** Looks for a property in each copy of the configuration that MicroProfile would read. */
    private Optional<String> configured(Set<String> beginnings) throws DeploymentException {
        if (beginnings.isEmpty()) {
            return Optional.empty();
        }
        List<Archive.Library> libraries = Stream.concat(
                        module.archive().libraries().stream(), module.archive().sharedLibraries().stream())
                .toList();
        try {
            for (Optional<Path> file : List.of(module.archive().file(CONFIGURATION), classFile(CONFIGURATION))) {
                if (file.isPresent()) {
                    try (InputStream in = Files.newInputStream(file.get())) {
                        Optional<String> found = property(in, beginnings);
                        if (found.isPresent()) {
                            return found;
                        }
                    }
                }
            }
            for (Archive.Library library : libraries) {
                try (InputStream in = library.open(CONFIGURATION).orElse(null)) {
                    Optional<String> found = in == null ? Optional.empty() : property(in, beginnings);
                    if (found.isPresent()) {
                        return found;
                    }
                }
            }
            return Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            throw new DeploymentException(
                    CONFIGURATION + " of " + module.name() + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static Optional<String> property(InputStream in, Set<String> beginnings) throws IOException {
        Properties properties = new Properties();
        properties.load(in);
        return properties.stringPropertyNames().stream()
                .filter(name -> beginnings.stream().anyMatch(name::startsWith))
                .min(Comparator.naturalOrder())
                .map(name -> CONFIGURATION + " has " + name);
    }

    private Optional<Path> classFile(String file) {
        return module.archive().classes().map(classes -> classes.resolve(file)).filter(Files::isRegularFile);
    }

    private boolean inLibraries(String file) throws DeploymentException {
        return has(module.archive().libraries(), file) || has(module.archive().sharedLibraries(), file);
    }

    private static boolean has(List<Archive.Library> libraries, String file) throws DeploymentException {
        for (Archive.Library library : libraries) {
            try (InputStream in = library.open(file).orElse(null)) {
                if (in != null) {
                    return true;
                }
            } catch (IOException e) {
                throw new DeploymentException(
                        "the library " + library.name() + " cannot be read: " + e.getMessage(), e);
            }
        }
        return false;
    }
}
