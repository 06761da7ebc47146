package io.keelson.ee.validation;

import io.keelson.deploy.spi.Archive;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/**
 * A provider of Jakarta Validation among the classes of a module, which the server does not know. A service file or the {@code
 * default-provider} of {@code validation.xml} names it. A class that extends Hibernate Validator's provider does not count: it is one.
 *
 * <p>Specification: Validation 3.1, 5.5.6 XML Configuration: META-INF/validation.xml; Validation 3.1, 5.5.5 Registering a
 * ValidationProvider.
 */
final class BroughtProvider {
    private static final String SERVICE = "META-INF/services/jakarta.validation.spi.ValidationProvider";
    private static final String DESCRIPTOR = "META-INF/validation.xml";
    private static final DotName SERVERS = DotName.createSimple("org.hibernate.validator.HibernateValidator");

    private BroughtProvider() {}

    /**
     * Finds the provider.
     *
     * @param module its index is there
     * @return the name of the class; empty when the module brings none
     * @throws DeploymentException when a file that names providers cannot be read
     */
    static Optional<String> of(Deployment module) throws DeploymentException {
        List<String> named = new ArrayList<>();
        try {
            Path classes = module.archive().classes().orElse(null);
            if (classes != null) {
                if (Files.isRegularFile(classes.resolve(SERVICE))) {
                    try (InputStream in = Files.newInputStream(classes.resolve(SERVICE))) {
                        named.addAll(services(in));
                    }
                }
                if (Files.isRegularFile(classes.resolve(DESCRIPTOR))) {
                    try (InputStream in = Files.newInputStream(classes.resolve(DESCRIPTOR))) {
                        defaultProvider(DESCRIPTOR + " of " + module.name(), in).ifPresent(named::add);
                    }
                }
            }
            List<Archive.Library> libraries = new ArrayList<>(module.archive().libraries());
            libraries.addAll(module.archive().sharedLibraries());
            for (Archive.Library library : libraries) {
                Optional<InputStream> service = library.open(SERVICE);
                if (service.isPresent()) {
                    try (InputStream in = service.get()) {
                        named.addAll(services(in));
                    }
                }
            }
        } catch (IOException e) {
            throw new DeploymentException(
                    "the providers of validation of " + module.name() + " cannot be read: " + e.getMessage(), e);
        }
        return named.stream().filter(name -> isBrought(module.index(), name)).findFirst();
    }

    private static List<String> services(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.replaceFirst("#.*", "").trim())
                .filter(line -> !line.isEmpty())
                .toList();
    }

    /** The descriptor is read in full, and what is wrong in it said, when the module has started. */
    private static Optional<String> defaultProvider(String file, InputStream in) {
        try {
            return DescriptorNode.read(file, in).children().stream()
                    .filter(child -> child.name().equals("default-provider"))
                    .map(child -> child.text().trim())
                    .filter(name -> !name.isEmpty())
                    .findFirst();
        } catch (DeploymentException malformed) {
            return Optional.empty();
        }
    }

    private static boolean isBrought(IndexView index, String provider) {
        @Nullable ClassInfo at = index.getClassByName(provider);
        if (at == null) {
            return false;
        }
        while (at != null) {
            DotName above = at.superName();
            if (SERVERS.equals(above)) {
                return false;
            }
            at = above == null ? null : index.getClassByName(above);
        }
        return true;
    }
}
