package io.keelson.deploy.internal.library;

import io.keelson.deploy.internal.archive.DescriptorReader;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import io.keelson.deploy.spi.DescriptorValues;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A {@code library-ref} of {@code weblogic-application.xml} or {@code weblogic.xml}. Immutable.
 *
 * <p>Specification: weblogic-application.xml, library-ref; weblogic.xml, library-ref.
 *
 * @param name the library's {@code Extension-Name}
 * @param specification the lowest {@code Specification-Version}, or the only one
 * @param implementation the lowest {@code Implementation-Version}, or the only one
 * @param exact true where no other version will do
 * @param place file and line, for messages
 */
record LibraryReference(
        String name, LibraryVersion specification, LibraryVersion implementation, boolean exact, String place) {

    /** Reads those of a descriptor; none where the archive and the plan have no such file. */
    static List<LibraryReference> read(Path root, String file, String element, DescriptorValues plan)
            throws DeploymentException, IOException {
        Path path = root.resolve(file);
        if (!Files.isRegularFile(path)) {
            return plan.concerns(file) ? of(plan.made(file, element)) : List.of();
        }
        DescriptorNode document;
        try (InputStream in = Files.newInputStream(path)) {
            document = DescriptorNode.read(file, in);
        }
        plan.amend(file, document);
        return of(document);
    }

    private static List<LibraryReference> of(DescriptorNode document) throws DeploymentException {
        List<LibraryReference> found = new ArrayList<>();
        return DescriptorReader.read(document, document.name(), xml -> {
            while (xml.child()) {
                if (xml.name().equals("library-ref")) {
                    found.add(reference(xml));
                } else {
                    xml.skip();
                }
            }
            return found;
        });
    }

    private static LibraryReference reference(DescriptorReader xml) throws DeploymentException {
        String place = xml.place();
        String name = "";
        LibraryVersion specification = LibraryVersion.NONE;
        LibraryVersion implementation = LibraryVersion.NONE;
        boolean exact = false;
        while (xml.child()) {
            switch (xml.name()) {
                case "library-name" -> name = xml.text();
                case "specification-version" -> {
                    specification = LibraryVersion.of(xml.text());
                    if (!specification.hasOrder()) {
                        throw xml.wrong("<specification-version>: expected numbers with dots between them, found '"
                                + specification + "'");
                    }
                }
                case "implementation-version" -> implementation = LibraryVersion.of(xml.text());
                case "exact-match" -> exact = exact(xml);
                case "context-root" ->
                    throw xml.wrong("<context-root>: a library of this server is a jar without a context root; what web"
                            + " applications share lies in META-INF/resources of it");
                default -> xml.skip();
            }
        }
        if (name.isEmpty()) {
            throw new DeploymentException(place + ": <library-ref>: expected a <library-name> with text in it");
        }
        return new LibraryReference(name, specification, implementation, exact, place);
    }

    private static boolean exact(DescriptorReader xml) throws DeploymentException {
        String text = xml.text();
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "yes", "1" -> true;
            case "false", "no", "0" -> false;
            default -> throw xml.wrong("<exact-match>: expected true or false, found '" + text + "'");
        };
    }

    /** Returns true if the library is one that the reference means. */
    boolean accepts(SharedLibrary library) {
        if (!library.name().equals(name)) {
            return false;
        }
        if (exact) {
            return same(specification, library.specification()) && same(implementation, library.implementation());
        }
        int higher = library.specification().compareTo(specification);
        return higher > 0 || higher == 0 && acceptsImplementation(library.implementation());
    }

    private boolean acceptsImplementation(LibraryVersion version) {
        return implementation.hasOrder() && version.hasOrder()
                ? version.compareTo(implementation) >= 0
                : version.equals(implementation);
    }

    private static boolean same(LibraryVersion wanted, LibraryVersion there) {
        return wanted.equals(LibraryVersion.NONE) || wanted.equals(there) || wanted.compareTo(there) == 0;
    }

    /** Words for messages. */
    String wanted() {
        StringBuilder words = new StringBuilder("'").append(name).append('\'');
        String bound = exact ? " " : " from ";
        if (!specification.text().isEmpty()) {
            words.append(" with the specification version").append(bound).append(specification);
        }
        if (!implementation.text().isEmpty()) {
            words.append(specification.text().isEmpty() ? " with" : " and")
                    .append(" the implementation version")
                    .append(bound)
                    .append(implementation);
        }
        return words.toString();
    }

    static @Nullable SharedLibrary highest(LibraryReference reference, List<SharedLibrary> there) {
        return there.stream()
                .filter(reference::accepts)
                .max(SharedLibrary.BY_VERSION)
                .orElse(null);
    }
}
