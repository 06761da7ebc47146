package io.keelson.deploy.spi;

import java.util.List;
import java.util.Map;

/**
 * Values of an operator's deployment plan for the descriptors of one application or module. Readers of a descriptor have it amended first.
 * Confined to the deploying thread.
 */
public interface DescriptorValues {
    /** Of an application without a plan. */
    DescriptorValues NONE = new DescriptorValues() {
        @Override
        public boolean concerns(String descriptor) {
            return false;
        }

        @Override
        public void amend(String descriptor, DescriptorNode root) {}
    };

    /**
     * Returns true if the plan has values for a descriptor.
     *
     * @param descriptor its path in the module, or in the enterprise application: {@code WEB-INF/web.xml}
     */
    boolean concerns(String descriptor);

    /**
     * Gives a descriptor the values of the plan; these have the plan's place from then on. What is read of them is counted: a plan of
     * which nobody has read something is refused.
     *
     * @param root is changed
     * @throws DeploymentException with the plan's line, when a path leads nowhere or to several elements
     */
    void amend(String descriptor, DescriptorNode root) throws DeploymentException;

    /**
     * A descriptor that the archive does not have, with the values of the plan.
     *
     * @param rootElement the name of its root element
     */
    default DescriptorNode made(String descriptor, String rootElement) throws DeploymentException {
        DescriptorNode root = new DescriptorNode(
                rootElement, "", Map.of(), "", List.of(), new DescriptorNode.Place(descriptor, 0, 0), null);
        amend(descriptor, root);
        return root;
    }
}
