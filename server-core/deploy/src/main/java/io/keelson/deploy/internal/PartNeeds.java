package io.keelson.deploy.internal;

import io.keelson.deploy.spi.Archive;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.loader.PartNeed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

/**
 * Decides for one module of an application which parts it needs. Reads files and the index only; confined to the deploying thread.
 *
 * @param module the module, with its index
 * @param shared the index of the libraries that all modules share
 */
record PartNeeds(RunningDeployment module, IndexView shared) {
    /** Returns true if one of the conditions holds. */
    boolean hold(PartNeed need) throws DeploymentException {
        return annotated(need.annotations(), module.index())
                || annotated(need.annotations(), shared)
                || annotated(need.ownAnnotations(), module.indexOfClasses())
                || typed(need.types())
                || referred(need.references())
                || filed(need.files())
                || described(need.webXml());
    }

    /** The descriptor itself is read later, by its own reader; here only a name in it counts. */
    private boolean described(Set<String> texts) throws DeploymentException {
        Optional<Path> descriptor =
                texts.isEmpty() ? Optional.empty() : module.archive().file("WEB-INF/web.xml");
        if (descriptor.isEmpty()) {
            return false;
        }
        try {
            String content = Files.readString(descriptor.get(), StandardCharsets.ISO_8859_1);
            return texts.stream().anyMatch(content::contains);
        } catch (IOException e) {
            throw new DeploymentException("WEB-INF/web.xml cannot be read: " + e.getMessage(), e);
        }
    }

    private static boolean annotated(Set<String> annotations, IndexView index) {
        return annotations.stream()
                .anyMatch(name ->
                        !index.getAnnotations(DotName.createSimple(name)).isEmpty());
    }

    private boolean typed(Set<String> types) {
        return types.stream()
                .map(DotName::createSimple)
                .anyMatch(type -> Stream.of(module.index(), shared)
                        .anyMatch(index -> !index.getAllKnownImplementors(type).isEmpty()
                                || !index.getAllKnownSubclasses(type).isEmpty()));
    }

    private boolean referred(Set<String> classes) {
        return classes.stream()
                .map(DotName::createSimple)
                .anyMatch(name -> Stream.of(module.index(), shared)
                        .anyMatch(index -> !index.getKnownUsers(name).isEmpty()));
    }

    private boolean filed(Set<String> files) throws DeploymentException {
        for (String file : files) {
            if (module.archive().file(file).isPresent() || inClasses(file) || inLibraries(file)) {
                return true;
            }
        }
        return false;
    }

    private boolean inClasses(String file) {
        Optional<Path> classes = module.archive().classes();
        return classes.isPresent() && Files.isRegularFile(classes.get().resolve(file));
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
