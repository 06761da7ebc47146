package io.keelson.admin.cli;

import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Reasons of failures as a person is told them: exceptions of files have little more to say than a name. */
final class Reasons {
    private Reasons() {}

    static String of(Exception e) {
        if (e instanceof NoSuchFileException file) {
            return file.getFile() + " is not there";
        }
        if (e instanceof AccessDeniedException file) {
            return file.getFile() + " is not for this user: permission denied";
        }
        if (e instanceof FileAlreadyExistsException file) {
            return file.getFile() + " is there already";
        }
        if (e instanceof FileSystemException file) {
            return file.getFile() + ": "
                    + (file.getReason() == null ? e.getClass().getSimpleName() : file.getReason());
        }
        if (e instanceof CharacterCodingException) {
            return "a file is not text in UTF-8";
        }
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }
}
