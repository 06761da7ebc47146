package io.keelson.deploy.internal.conversion;

import io.keelson.deploy.spi.NamespaceMigration;
import java.util.Map;
import java.util.Optional;

/** Converts nothing: what is written with it differs from the original by its signatures only. Without state. */
final class Unchanged implements NamespaceMigration {
    @Override
    public String version() {
        return "unsigned";
    }

    @Override
    public String path(String path) {
        return path;
    }

    @Override
    public boolean converts(String path) {
        return false;
    }

    @Override
    public Optional<byte[]> convert(String path, byte[] content) {
        return Optional.empty();
    }

    @Override
    public Map<String, byte[]> companions() {
        return Map.of();
    }
}
