package io.keelson.admin.feature;

import io.keelson.kernel.management.ManagementFeature;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** Finds the features of management that rooms bring. */
public final class Features {
    private Features() {}

    /** Returns those that a class loader finds, in the order of their names. */
    public static List<ManagementFeature> of(ClassLoader loader) {
        return ServiceLoader.load(ManagementFeature.class, loader).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(ManagementFeature::name))
                .toList();
    }
}
