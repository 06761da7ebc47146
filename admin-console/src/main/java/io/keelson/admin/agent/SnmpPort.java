package io.keelson.admin.agent;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;

/**
 * Port of a server's agent of SNMP.
 *
 * @param snmpPort its port; 0: there is none
 */
@Section(value = "servers.*", help = "A server of the domain.")
public record SnmpPort(
        @Setting(
                help =
                        "The UDP port of this server's agent of SNMP, as 1161 (161 is for the superuser); 0: it has none. Needs snmp.user.",
                defaultValue = "0",
                min = "0",
                max = "65535")
        int snmpPort) {}
