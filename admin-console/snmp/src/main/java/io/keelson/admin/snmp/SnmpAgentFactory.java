package io.keelson.admin.snmp;

import io.keelson.admin.agent.Agent;
import io.keelson.admin.agent.AgentFactory;
import java.io.IOException;

/** Makes agents of SNMP version 3. */
public final class SnmpAgentFactory implements AgentFactory {
    @Override
    public Agent open(Wanted wanted) throws IOException {
        return SnmpAgent.open(wanted);
    }
}
