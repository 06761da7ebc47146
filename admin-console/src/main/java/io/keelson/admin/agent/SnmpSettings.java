package io.keelson.admin.agent;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.SettingException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The agents of SNMP of a domain's servers.
 *
 * @param listenAddress where they listen
 * @param user who may ask; null: nobody
 * @param authenticationPassword by what requests are authenticated
 * @param privacyPassword by what they are encrypted
 * @param root below which object KEELSON-MIB is
 */
@Section(
        value = "snmp",
        help =
                "Agents of SNMP version 3, which only answer questions: on servers that have an snmp-port. See docs/manual/snmp.md.")
public record SnmpSettings(
        @Setting(help = "The address that agents listen at.", defaultValue = "127.0.0.1")
        String listenAddress,

        @Setting(
                help = "The user who may ask, by SHA-256 and AES-128 always (authPriv). Needs both passwords.",
                pattern = "[A-Za-z0-9_.@-]{1,32}")
        @Nullable
        String user,

        @Setting(help = "The user's password for authentication, at least 8 characters.", secret = true) @Nullable
        String authenticationPassword,

        @Setting(help = "The user's password for encryption, at least 8 characters; another one.", secret = true)
        @Nullable
        String privacyPassword,

        @Setting(
                help = "The object below which KEELSON-MIB is. The default is in the arc that RFC 5612 keeps for "
                        + "examples: Keelson has no number"
                        + " of its own. An organisation that has one puts it below that, and changes the module's "
                        + "file accordingly.",
                defaultValue = "1.3.6.1.4.1.32473.1",
                pattern = "[0-2](\\.\\d{1,10}){3,20}")
        String root) {
    /** RFC 3414, 11.2: a password has at least eight characters. */
    private static final int SHORTEST = 8;

    public SnmpSettings {
        if (user != null && (authenticationPassword == null || privacyPassword == null)) {
            throw new SettingException("user", "a user needs authentication-password and privacy-password");
        }
        check("authentication-password", authenticationPassword);
        check("privacy-password", privacyPassword);
        if (authenticationPassword != null && authenticationPassword.equals(privacyPassword)) {
            throw new SettingException("privacy-password", "it is the authentication-password; take another one");
        }
        if (Arrays.stream(root.split("\\.")).anyMatch(one -> Long.parseLong(one) > 0xffff_ffffL)) {
            throw new SettingException("root", "a number of an object identifier is 4294967295 at most");
        }
    }

    private static void check(String key, @Nullable String password) {
        if (password != null && password.length() < SHORTEST) {
            throw new SettingException(key, "it has fewer than " + SHORTEST + " characters");
        }
    }

    /** Without what is secret. */
    @Override
    public String toString() {
        return "SnmpSettings[listenAddress=" + listenAddress + ", user=" + user + "]";
    }
}
