package io.keelson.ee.security.gate;

import jakarta.security.jacc.PolicyConfiguration;
import jakarta.security.jacc.PolicyConfigurationFactory;
import jakarta.security.jacc.PolicyContext;
import jakarta.security.jacc.PolicyContextException;
import jakarta.security.jacc.WebResourcePermission;

/** A factory of policy configurations that shuts the gate's door of iron for all, whatever the constraints say. */
public class IronDoor extends PolicyConfigurationFactory {
    /** Wraps a factory. */
    public IronDoor(PolicyConfigurationFactory wrapped) {
        super(wrapped);
    }

    @Override
    public PolicyConfiguration getPolicyConfiguration(String context, boolean remove) throws PolicyContextException {
        if (PolicyConfigurationFactory.get().getWrapped() != getWrapped()) {
            throw new PolicyContextException("the factory of all does not know what this one wraps");
        }
        PolicyConfiguration configuration = getWrapped().getPolicyConfiguration(context, remove);
        configuration.addToExcludedPolicy(new WebResourcePermission("/gate/iron", (String) null));
        return configuration;
    }

    @Override
    public PolicyConfiguration getPolicyConfiguration(String context) {
        return getWrapped().getPolicyConfiguration(context);
    }

    @Override
    public PolicyConfiguration getPolicyConfiguration() {
        return getWrapped().getPolicyConfiguration(PolicyContext.getContextID());
    }

    @Override
    public boolean inService(String context) throws PolicyContextException {
        return getWrapped().inService(context);
    }
}
