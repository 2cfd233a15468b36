/// SabreDAV as Debian has it (`php-sabre-dav`, `php-sqlite3`), on which Baïkal is built, in PHP's own server.
///
/// It is of the time before `sync-collection`, so that the fallback meets a real server.
enum SabreServer {
    static let script = #"""
        <?php
        // Of its time: what PHP says about it since is no part of the answers.
        error_reporting(E_ERROR);
        require '/usr/share/php/Sabre/autoload.php';
        $pdo = new PDO('sqlite:' . getenv('SABRE_FOLDER') . '/cards.sqlite');
        $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
        foreach ([
            'PRAGMA synchronous = OFF',
            'CREATE TABLE IF NOT EXISTS addressbooks (id integer primary key asc, principaluri text, displayname text,
                uri text, description text, ctag integer)',
            'CREATE TABLE IF NOT EXISTS cards (id integer primary key asc, addressbookid integer, carddata blob,
                uri text, lastmodified integer)',
            'CREATE TABLE IF NOT EXISTS principals (id integer primary key asc, uri text unique, email text,
                displayname text, vcardurl text)',
            'CREATE TABLE IF NOT EXISTS groupmembers (id integer primary key asc, principal_id integer,
                member_id integer)',
            "INSERT OR IGNORE INTO principals (uri, displayname) VALUES ('principals/ada', 'Ada')",
        ] as $statement) { $pdo->exec($statement); }
        class Login extends Sabre\DAV\Auth\Backend\AbstractBasic {
            protected function validateUserPass($user, $password) {
                return $user === getenv('SABRE_USER') && $password === getenv('SABRE_PASSWORD');
            }
        }
        $principals = new Sabre\DAVACL\PrincipalBackend\PDO($pdo);
        $server = new Sabre\DAV\Server([
            new Sabre\DAVACL\PrincipalCollection($principals),
            new Sabre\CardDAV\AddressBookRoot($principals, new Sabre\CardDAV\Backend\PDO($pdo)),
        ]);
        $server->setBaseUri('/');
        $server->addPlugin(new Sabre\DAV\Auth\Plugin(new Login(), 'sabre'));
        $server->addPlugin(new Sabre\CardDAV\Plugin());
        $server->addPlugin(new Sabre\DAVACL\Plugin());
        $server->exec();

        """#
}
