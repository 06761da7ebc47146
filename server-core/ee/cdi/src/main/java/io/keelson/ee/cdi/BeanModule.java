package io.keelson.ee.cdi;

import io.keelson.component.spi.MessageDrivenBean;
import io.keelson.component.spi.MessageDrivenBeans;
import io.keelson.component.spi.ResourceInjection;
import io.keelson.component.spi.SessionBean;
import io.keelson.component.spi.SessionBeans;
import io.keelson.deploy.spi.Deployment;
import io.keelson.ee.cdi.archive.ArchiveReader;
import java.nio.file.Files;
import java.util.List;

/**
 * A module of an application with its bean archives. Immutable.
 *
 * @param deployment the module
 * @param archives of its classes and libraries
 */
record BeanModule(Deployment deployment, ArchiveReader.OfModule archives) {
    /** Returns the resources of the module by the names that its components have. */
    ResourceInjection resources() {
        return deployment
                .attachment(ResourceInjection.class)
                .orElseThrow(() -> new IllegalStateException(deployment.name() + " has no components"));
    }

    /** Returns the session beans of the module. */
    List<SessionBean> sessionBeans() {
        return deployment.attachment(SessionBeans.class).map(SessionBeans::all).orElse(List.of());
    }

    /** Returns the message-driven beans of the module. */
    List<MessageDrivenBean> messageDrivenBeans() {
        return deployment
                .attachment(MessageDrivenBeans.class)
                .map(MessageDrivenBeans::all)
                .orElse(List.of());
    }

    /** Returns true for a web module. */
    static boolean isWeb(Deployment deployment) {
        return Files.isDirectory(deployment.archive().root().resolve("WEB-INF"));
    }
}
