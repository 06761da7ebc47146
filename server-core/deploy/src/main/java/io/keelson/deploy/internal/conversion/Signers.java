package io.keelson.deploy.internal.conversion;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The signed libraries of an application that is converted. The JVM wants all classes of a package to have the same signers, and a
 * library that was converted has none any more: so a signed library that shares a package with one of these must lose its signatures too.
 * Mutable; confined to one thread.
 */
final class Signers {
    private final List<Library> signed = new ArrayList<>();

    /**
     * A signed library.
     *
     * @param path its path in the application
     * @param packages the directories of its classes
     * @param changed true: it was converted, and has no signatures any more
     */
    record Library(String path, Set<String> packages, boolean changed) {
        Library changed(boolean now) {
            return new Library(path, packages, now);
        }
    }

    /** Returns true if the name is that of a file with signatures (JAR File Specification, Signature Validation). */
    static boolean isSignature(String path) {
        String upper = path.toUpperCase(Locale.ROOT);
        if (!upper.startsWith("META-INF/") || upper.indexOf('/', 9) >= 0) {
            return false;
        }
        return upper.endsWith(".SF")
                || upper.endsWith(".RSA")
                || upper.endsWith(".DSA")
                || upper.endsWith(".EC")
                || upper.startsWith("META-INF/SIG-");
    }

    /** Looks at a library before it is converted; a file that is no archive counts as unsigned. */
    static Library of(Path file, String path) throws IOException {
        Set<String> packages = new HashSet<>();
        boolean signatures = false;
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
                String name = all.nextElement().getName();
                signatures |= isSignature(name);
                if (name.endsWith(".class")) {
                    packages.add(name.substring(0, name.lastIndexOf('/') + 1));
                }
            }
        } catch (ZipException noArchive) {
            return new Library(path, Set.of(), false);
        }
        return new Library(path, signatures ? packages : Set.of(), false);
    }

    /** Notes what became of a library. */
    void add(Library library, boolean changed) {
        if (!library.packages().isEmpty()) {
            signed.add(library.changed(changed));
        }
    }

    /** Returns the libraries that must lose their signatures as others have lost theirs, directly or by a third. */
    List<Library> toLose() {
        Set<String> unsigned = new HashSet<>();
        List<Library> kept = new ArrayList<>();
        for (Library library : signed) {
            if (library.changed()) {
                unsigned.addAll(library.packages());
            } else {
                kept.add(library);
            }
        }
        List<Library> lose = new ArrayList<>();
        boolean more = true;
        while (more) {
            List<Library> found = kept.stream()
                    .filter(library -> library.packages().stream().anyMatch(unsigned::contains))
                    .toList();
            found.forEach(library -> unsigned.addAll(library.packages()));
            lose.addAll(found);
            kept.removeAll(found);
            more = !found.isEmpty();
        }
        return lose;
    }
}
