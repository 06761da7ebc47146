package io.keelson.component.descriptor;

import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import org.jspecify.annotations.Nullable;

/**
 * {@code META-INF/weblogic-application.xml} of the EAR that a deployment is a module of.
 *
 * <p>Specification: weblogic-application.xml, weblogic-application.
 */
public final class EnterpriseDocument {
    public static final String FILE = "META-INF/weblogic-application.xml";

    private EnterpriseDocument() {}

    /** Its root, as the deployment plan has it; null where neither the EAR nor the plan has one. */
    public static @Nullable Element root(Deployment deployment) throws DeploymentException {
        DescriptorXml.Document document = DescriptorXml.document(
                deployment.enterpriseFile(FILE), FILE, "weblogic-application", deployment.plan());
        return document == null ? null : document.root();
    }
}
