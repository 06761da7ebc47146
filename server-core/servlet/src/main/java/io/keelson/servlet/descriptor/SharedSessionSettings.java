package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.DescriptorLog;
import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.component.descriptor.EnterpriseDocument;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.descriptor.ServerSettings.SessionDescriptor;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Settings of {@code session-descriptor} in {@code META-INF/weblogic-application.xml}: whether the web applications of an EAR share their
 * sessions, and what holds for these then.
 *
 * <p>Specification: weblogic-application.xml, weblogic-application.
 *
 * @param session the descriptor; null where the sessions are not shared
 */
public record SharedSessionSettings(@Nullable SessionDescriptor session) {
    private static final SharedSessionSettings NONE = new SharedSessionSettings(null);

    /** Those of the application that a deployment is a module of; read once for all of them. */
    public static SharedSessionSettings of(Deployment deployment) throws DeploymentException {
        return deployment.shared(SharedSessionSettings.class, () -> read(deployment));
    }

    private static SharedSessionSettings read(Deployment deployment) throws DeploymentException {
        Element root = EnterpriseDocument.root(deployment);
        return root == null ? NONE : read(root, deployment.application());
    }

    static SharedSessionSettings read(InputStream in, String application) throws DeploymentException {
        return read(DescriptorXml.read(in, EnterpriseDocument.FILE), application);
    }

    private static SharedSessionSettings read(Element root, String application) throws DeploymentException {
        Element element = root.first("session-descriptor");
        if (element == null) {
            return NONE;
        }
        Element sharing = element.first("sharing-enabled");
        if (sharing == null || !sharing.bool()) {
            DescriptorLog.LOG.notApplied(application, element.location(), "session-descriptor");
            return NONE;
        }
        return new SharedSessionSettings(WeblogicSessionReader.ofEnterprise(application, element));
    }

    /**
     * A web application as it is with these: its sessions, and their cookie, are as the EAR says, and its own descriptors say nothing of
     * them. The cookie goes to all paths where the EAR names none.
     */
    public WebDescriptor apply(WebDescriptor own, String application) {
        SessionDescriptor shared = session;
        if (shared == null) {
            return own;
        }
        if (!own.session().equals(WebDescriptor.SessionConfig.NONE)
                || !own.server().session().equals(ServerSettings.NONE.session())) {
            WebDescriptorLog.LOG.sessionsOfEnterprise(application, EnterpriseDocument.FILE);
        }
        return own.withSessions(shared.cookiePath() == null ? shared.withCookiePath("/") : shared);
    }
}
