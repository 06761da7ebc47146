package io.keelson.kernel.loader;

import java.io.IOException;
import java.util.jar.Attributes.Name;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/** Reads what a jar's manifest says of a package: its own section goes before the main one. */
final class Packages {
    /** Attributes of a package, as the manifest states them. */
    record Attributes(
            @Nullable String specificationTitle,
            @Nullable String specificationVersion,
            @Nullable String specificationVendor,
            @Nullable String title,
            @Nullable String version,
            @Nullable String vendor,
            boolean sealed) {
        static final Attributes NONE = new Attributes(null, null, null, null, null, null, false);
    }

    Attributes attributes(String packageName, ClassSource source) throws IOException {
        Manifest manifest = source.manifest();
        if (manifest == null) {
            return Attributes.NONE;
        }
        String section = packageName.replace('.', '/') + '/';
        return new Attributes(
                value(manifest, section, Name.SPECIFICATION_TITLE),
                value(manifest, section, Name.SPECIFICATION_VERSION),
                value(manifest, section, Name.SPECIFICATION_VENDOR),
                value(manifest, section, Name.IMPLEMENTATION_TITLE),
                value(manifest, section, Name.IMPLEMENTATION_VERSION),
                value(manifest, section, Name.IMPLEMENTATION_VENDOR),
                "true".equalsIgnoreCase(value(manifest, section, Name.SEALED)));
    }

    private static @Nullable String value(Manifest manifest, String section, Name name) {
        java.util.jar.Attributes own = manifest.getAttributes(section);
        String value = own == null ? null : own.getValue(name);
        return value != null ? value : manifest.getMainAttributes().getValue(name);
    }
}
