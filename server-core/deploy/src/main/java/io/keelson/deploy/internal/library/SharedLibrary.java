package io.keelson.deploy.internal.library;

import io.keelson.deploy.internal.archive.LibraryArchive;
import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.jar.Attributes;

/**
 * A library that is deployed by itself. Immutable.
 *
 * @param deployed the name under which the operator has deployed it
 * @param name {@code Extension-Name} of its manifest
 * @param specification {@code Specification-Version}
 * @param implementation {@code Implementation-Version}
 * @param jar its file
 */
record SharedLibrary(
        String deployed, String name, LibraryVersion specification, LibraryVersion implementation, Path jar) {
    static final Comparator<SharedLibrary> BY_VERSION =
            Comparator.comparing(SharedLibrary::specification).thenComparing(SharedLibrary::implementation);

    /** Reads what the manifest says. */
    static SharedLibrary of(String deployed, Path jar) throws IOException, DeploymentException {
        Attributes manifest = LibraryArchive.manifest(jar);
        String name = String.valueOf(manifest.getValue(Attributes.Name.EXTENSION_NAME))
                .strip();
        LibraryVersion specification = LibraryVersion.of(manifest.getValue(Attributes.Name.SPECIFICATION_VERSION));
        if (!specification.hasOrder()) {
            throw new DeploymentException("the library '" + name + "' has the Specification-Version '" + specification
                    + "' in its manifest; expected numbers with dots between them, as 1.2.0");
        }
        return new SharedLibrary(
                deployed,
                name,
                specification,
                LibraryVersion.of(manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION)),
                jar);
    }

    boolean isLike(SharedLibrary other) {
        return name.equals(other.name) && BY_VERSION.compare(this, other) == 0;
    }

    /** Words for messages: name and versions. */
    String title() {
        return "'" + name + "' "
                + (specification.text().isEmpty() ? "without a specification version" : specification.text())
                + (implementation.text().isEmpty() ? "" : " (" + implementation + ")");
    }
}
