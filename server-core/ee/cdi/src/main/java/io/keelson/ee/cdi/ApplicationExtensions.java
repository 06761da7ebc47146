package io.keelson.ee.cdi;

import io.keelson.deploy.spi.DeploymentException;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.build.compatible.spi.SkipIfPortableExtensionPresent;
import jakarta.enterprise.inject.spi.Extension;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import org.jboss.weld.bootstrap.spi.Metadata;
import org.jboss.weld.bootstrap.spi.helpers.MetadataImpl;
import org.jboss.weld.lite.extension.translator.LiteExtensionTranslator;

/**
 * Finds an application's extensions, portable and build compatible, and adds the server's own. Confined to the deploying thread.
 *
 * <p>Specification: CDI 4.1, 26.1 Portable extensions; CDI 4.1, 13.1 Build compatible extensions.
 */
final class ApplicationExtensions {
    private final Map<Class<?>, Metadata<Extension>> found = new LinkedHashMap<>();
    private final Set<Class<? extends BuildCompatibleExtension>> compatible = new LinkedHashSet<>();
    /** Extensions of libraries that the server's own ones extend, and so take the place of. */
    private final Set<Class<?>> extended = new HashSet<>();

    private final Set<String> leftOut;

    private ApplicationExtensions(Set<String> leftOut) {
        this.leftOut = leftOut;
    }

    /**
     * Makes what the application's loaders find.
     *
     * @param loaders those of its modules and shared libraries; at least one
     * @param own the server's
     * @param leftOut the names of classes of extensions that are found and do not count
     */
    static List<Metadata<Extension>> of(Collection<ClassLoader> loaders, List<Extension> own, Set<String> leftOut)
            throws DeploymentException {
        ApplicationExtensions all = new ApplicationExtensions(leftOut);
        for (Extension extension : own) {
            all.add(extension);
            for (Class<?> above = extension.getClass().getSuperclass(); above != null; above = above.getSuperclass()) {
                all.extended.add(above);
            }
        }
        for (ClassLoader loader : loaders) {
            all.load(loader);
        }
        all.compatible.removeIf(all::isReplaced);
        if (!all.compatible.isEmpty()) {
            all.add(new LiteExtensionTranslator(
                    List.copyOf(all.compatible), loaders.iterator().next()));
        }
        return new ArrayList<>(all.found.values());
    }

    private void add(Extension extension) {
        found.putIfAbsent(
                extension.getClass(),
                new MetadataImpl<>(extension, extension.getClass().getName()));
    }

    private void load(ClassLoader loader) throws DeploymentException {
        try {
            ServiceLoader.load(Extension.class, loader).stream()
                    .filter(provider -> !found.containsKey(provider.type())
                            && !extended.contains(provider.type())
                            && !leftOut.contains(provider.type().getName()))
                    .toList()
                    .forEach(provider -> add(provider.get()));
            ServiceLoader.load(BuildCompatibleExtension.class, loader).stream()
                    .forEach(provider -> compatible.add(provider.type()));
        } catch (ServiceConfigurationError e) {
            throw new DeploymentException("an extension of CDI cannot be loaded: " + e.getMessage(), e);
        }
    }

    private boolean isReplaced(Class<?> compatible) {
        SkipIfPortableExtensionPresent skip = compatible.getAnnotation(SkipIfPortableExtensionPresent.class);
        return skip != null && found.containsKey(skip.value());
    }
}
