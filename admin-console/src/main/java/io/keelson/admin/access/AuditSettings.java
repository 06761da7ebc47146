package io.keelson.admin.access;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Setting;

/**
 * Size of what is kept of the audit log. It cannot be switched off.
 *
 * @param maximumSize the size of one file
 * @param files how many older files are kept
 */
public record AuditSettings(
        @Setting(
                help = "The size in bytes at which another file of the audit log is begun.",
                defaultValue = "10MiB",
                min = "64KiB")
        DataSize maximumSize,

        @Setting(
                help = "How many older files of the audit log are kept.",
                defaultValue = "20",
                min = "2",
                max = "10000")
        int files) {}
