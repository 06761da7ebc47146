#!/bin/sh
# database.sh KEELSON_HOME DIRECTORY DDL JAR...: a domain with Derby in its library, and a database for the tests of SQL tags.
set -e
home=$1
directory=$2
ddl=$3
shift 3
rm -rf "$directory/domain" "$directory/database"
"$home/bin/keelson" domain create "$directory/domain"
mkdir -p "$directory/domain/lib"
class_path=
for jar in "$@"; do
  cp "$jar" "$directory/domain/lib/"
  class_path=$class_path:$jar
done
{
  echo "connect 'jdbc:derby:$directory/database;create=true;user=cts1;password=cts1';"
  sed '/^drop /d' "$ddl"
  echo "exit;"
} | java -cp "$class_path" -Dderby.stream.error.file=/dev/null org.apache.derby.tools.ij > "$directory/database.out"
if grep '^ERROR' "$directory/database.out"; then
  exit 1
fi
