package io.keelson.deploy.internal.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.jar.Attributes;

/**
 * A jar that is deployed by itself for others to use: its manifest has an {@code Extension-Name}, and it is no module of any kind. It is
 * kept packed, as the only file of its directory, by a name that no library of an application has.
 */
public final class LibraryArchive {
    private static final String SUFFIX = "@shared.jar";

    private LibraryArchive() {}

    /** Returns true if a file is such a jar. */
    public static boolean is(Path file) throws IOException {
        if (!String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".jar")) {
            return false;
        }
        try (JarLibrary jar = new JarLibrary(file)) {
            for (String module : List.of(
                    "META-INF/ejb-jar.xml",
                    "META-INF/ra.xml",
                    "META-INF/application.xml",
                    "META-INF/application-client.xml",
                    "WEB-INF/web.xml")) {
                if (jar.has(module)) {
                    return false;
                }
            }
        }
        String name = manifest(file).getValue(Attributes.Name.EXTENSION_NAME);
        return name != null && !name.isBlank() && !BeanModules.holdsBeans(file);
    }

    /** Returns the name of the file in its directory. */
    public static String kept(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.substring(0, name.length() - ".jar".length()) + SUFFIX;
    }

    /** Returns the library that a directory of the store holds; empty where it holds something else. */
    public static Optional<Path> of(Path content) throws IOException {
        if (!Files.isDirectory(content)) {
            return Optional.empty();
        }
        return EnterpriseStructure.files(content, "*" + SUFFIX).stream().findFirst();
    }

    /** Returns the main attributes of its manifest. */
    public static Attributes manifest(Path jar) throws IOException {
        return EnterpriseStructure.manifest(jar);
    }
}
