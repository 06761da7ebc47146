package io.keelson.deploy.internal.undeploy;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.kernel.loader.ApplicationClassLoader;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.imageio.spi.IIORegistry;

/** Readers and writers of images that the application registered with the JVM. One that uses none costs nothing. */
public final class ImagePlugins implements Trace {
    @Override
    public void erase(ApplicationClassLoader loader) {
        if (!loader.usesDesktop()) {
            return;
        }
        IIORegistry registry = IIORegistry.getDefaultInstance();
        List<Object> own = new ArrayList<>();
        for (Iterator<Class<?>> categories = registry.getCategories(); categories.hasNext(); ) {
            registry.getServiceProviders(categories.next(), false).forEachRemaining(plugin -> {
                if (Ownership.owns(loader, plugin)) {
                    own.add(plugin);
                }
            });
        }
        for (Object plugin : own) {
            registry.deregisterServiceProvider(plugin);
            LOG.leftBehind(
                    loader.application(),
                    "the image plug-in " + plugin.getClass().getName());
        }
    }
}
