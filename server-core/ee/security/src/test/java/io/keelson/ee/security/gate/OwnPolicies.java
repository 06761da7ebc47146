package io.keelson.ee.security.gate;

import jakarta.security.jacc.Policy;
import jakarta.security.jacc.PolicyFactory;

/** A factory of policies; it asks for what it wraps each time. */
public class OwnPolicies extends PolicyFactory {
    /** Wraps a factory. */
    public OwnPolicies(PolicyFactory wrapped) {
        super(wrapped);
    }

    @Override
    public Policy getPolicy(String context) {
        return new OpenDoors(getWrapped().getPolicy(context));
    }

    @Override
    public void setPolicy(String context, Policy policy) {
        getWrapped().setPolicy(context, policy);
    }
}
