package io.keelson.ee.soap.reference;

import io.keelson.deploy.spi.Deployment;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Finds the WSDL that annotations and descriptors of a module name.
 *
 * <p>Specification: XML Web Services 4.0, 7.11.1; Enterprise Web Services 2.0, 7.1.2: the place is relative to the root of the module,
 * or is a URL.
 */
public final class Descriptions {
    private Descriptions() {}

    /** Finds a file of the module, or else one on its class path; empty: there is neither. */
    public static Optional<URL> find(Deployment module, String place) throws MalformedURLException {
        Optional<Path> file = module.archive().file(place);
        if (file.isPresent()) {
            return Optional.of(file.get().toUri().toURL());
        }
        return Optional.ofNullable(module.classLoader().getResource(place));
    }
}
